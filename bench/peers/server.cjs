/** A boardgame.io server: node server.cjs memory|files|postgres PLACE. Prints its port. */

const { createRequire } = require("node:module");
const load = createRequire(`${process.cwd()}/`); // the packages are in the folder in which it runs
const { FlatFile, Server } = load("boardgame.io/server");
const { game } = require("./game.cjs");

const [kind, place] = process.argv.slice(2);
const stores = {
  memory: () => undefined,
  files: () => new FlatFile({ dir: place }),
  postgres: () => new (load("bgio-postgres").PostgresStore)(place, { logging: false }),
};
const server = Server({ games: [game], origins: [/.*/], db: stores[kind]() });
server.run({ port: 0 }).then(({ appServer }) => console.log(appServer.address().port));
