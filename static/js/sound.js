/** Soft synthesised sounds; none before the player has interacted with the page. */

/** Frequencies in hertz, played one after the other. */
const TUNES = {
  move: [523, 659],
  illegal: [196],
  won: [523, 659, 784, 1047],
  over: [392, 330],
  low: [440, 440],
  asked: [659, 784],
};
const NOTE = 0.13; // seconds

/** @type {AudioContext | null} */
let audio = null;

/** Create the audio context at the first touch or key: browsers allow no sound before. */
export function prepare() {
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, wake, { once: true, capture: true });
  }
}

function wake() {
  if (audio) return;
  // "ambient" mixes with the music that a phone is playing instead of stopping it.
  if (navigator.audioSession) navigator.audioSession.type = "ambient";
  audio = new AudioContext();
}

/** @param {keyof typeof TUNES} tune */
export async function sound(tune) {
  const context = audio;
  if (!context) return;
  if (context.state === "suspended") await context.resume();
  TUNES[tune].forEach((pitch, index) => note(context, pitch, context.currentTime + index * NOTE));
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} start
 */
function note(context, pitch, start) {
  const [voice, loudness] = [context.createOscillator(), context.createGain()];
  voice.type = "sine";
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.015);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + NOTE * 2);
  voice.connect(loudness).connect(context.destination);
  voice.start(start);
  voice.stop(start + NOTE * 2);
}
