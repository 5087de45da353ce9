// PostgreSQL with pgvector, as one process of WebAssembly: for machines whose PostgreSQL has no pgvector.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, port] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const load = (name) =>
  import(pathToFileURL(require.resolve(name)).href).then((module) => module.default ?? module);
const { PGlite } = await load('@electric-sql/pglite');
const { vector } = await load('@electric-sql/pglite-pgvector');
const { PGLiteSocketServer } = await load('@electric-sql/pglite-socket');

const db = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: Number(port), maxConnections: 20 });
await server.start();
