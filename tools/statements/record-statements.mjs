// Loaded before everything else: writes the statements that a process has prepared to a file of the folder given.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const folder = process.env['RECORD_STATEMENTS'] ?? '';
const require = createRequire(join(process.cwd(), 'packages/server/package.json'));
const statements = { sqlite: new Set(), postgres: new Set() };

const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function recordAndPrepare(text, ...more) {
  statements.sqlite.add(text);
  return prepare.call(this, text, ...more);
};

const { Client } = require('pg');
const { query } = Client.prototype;
Client.prototype.query = function recordAndQuery(asked, ...more) {
  const text = typeof asked === 'string' ? asked : asked?.text;
  if (typeof text === 'string') statements.postgres.add(text);
  return query.call(this, asked, ...more);
};

const file = join(folder, `${randomUUID()}.json`);
const write = () =>
  writeFileSync(file, JSON.stringify({ sqlite: [...statements.sqlite], postgres: [...statements.postgres] }));
setInterval(write, 1000).unref();
process.on('exit', write);
