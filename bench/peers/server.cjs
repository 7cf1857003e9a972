/** A boardgame.io server: node server.cjs memory|postgres ADDRESS. Prints its port. */

const { createRequire } = require("node:module");
const load = createRequire(`${process.cwd()}/`); // the packages are in the folder in which it runs
const { Server } = load("boardgame.io/server");
const { game } = require("./game.cjs");

const [kind, address] = process.argv.slice(2);
const stores = {
  memory: () => undefined,
  postgres: () => new (load("bgio-postgres").PostgresStore)(address, { logging: false }),
};
const server = Server({ games: [game], origins: [/.*/], db: stores[kind]() });
server.run({ port: 0 }).then(({ appServer }) => console.log(appServer.address().port));
