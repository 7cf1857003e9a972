/** Short synthesised sounds, and vibration on phones; none before the player has interacted with the page. */

import { device } from "./device.js";
import { later } from "./idle.js";

/**
 * Frequencies in hertz, played one after the other; the lengths of vibrations and of the pauses between them in
 * milliseconds.
 * @type {Record<string, {tune: number[], shakes: number[]}>}
 */
const SIGNALS = {
  own: { tune: [392], shakes: [15] },
  move: { tune: [523, 659], shakes: [25] },
  capture: { tune: [587, 440, 587], shakes: [20, 30, 20] },
  bonus: { tune: [659, 880], shakes: [20, 30, 40] },
  illegal: { tune: [196], shakes: [60] },
  won: { tune: [523, 659, 784, 1047], shakes: [30, 40, 30, 40, 80] },
  lost: { tune: [392, 330, 262], shakes: [90] },
  drawn: { tune: [392, 392], shakes: [40, 60, 40] },
  low: { tune: [440, 440], shakes: [40, 80, 40, 80, 40] },
  asked: { tune: [659, 784], shakes: [30, 60, 30] },
};
const NOTE = 0.13; // seconds
const LOUDEST = 0.24;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {AudioContext | null} */
let audio = null;

/** Create the audio context at the first touch or key: browsers allow no sound before. */
export function prepare() {
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, () => later(wake), { once: true, capture: true }); // it takes a tenth of a second
  }
}

function wake() {
  if (audio) return;
  // "ambient" mixes with the music that a phone is playing instead of stopping it.
  if (navigator.audioSession) navigator.audioSession.type = "ambient";
  audio = new AudioContext();
}

/**
 * Tell of an event by a vibration and, if wanted, by its sound.
 * @param {string} event
 * @param {boolean} aloud
 */
export function signal(event, aloud) {
  const { tune, shakes } = SIGNALS[event];
  const { volume, haptics } = device();
  if (haptics && !calm.matches && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shakes);
  if (aloud && volume > 0) play(tune, (LOUDEST * volume) / 100);
}

/**
 * @param {number[]} tune
 * @param {number} volume
 */
async function play(tune, volume) {
  const context = audio;
  if (!context) return;
  if (context.state === "suspended") await context.resume();
  tune.forEach((pitch, index) => note(context, pitch, context.currentTime + index * NOTE, volume));
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} start
 * @param {number} volume
 */
function note(context, pitch, start, volume) {
  const [voice, loudness] = [context.createOscillator(), context.createGain()];
  voice.type = "sine";
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(volume, start + 0.015);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + NOTE * 2);
  voice.connect(loudness).connect(context.destination);
  voice.start(start);
  voice.stop(start + NOTE * 2);
}
