import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { CommandError } from './command-error.ts';

const socketFolder = '/var/run/postgresql';
const superuser = 'postgres';
const takenCodes = ['42710', '42P04'];

interface LocalDatabase {
  /** The address of somebody who may create users and databases. */
  admin?: string;
  /** Of user and database. */
  name?: string;
}

/**
 * Creates a user and an empty database in the PostgreSQL of this machine; returns the address. Without an
 * `admin` it is the system's own user who does it, for whom root may speak. Throws CommandError.
 */
export async function createLocalDatabase({ admin, name = 'tendril' }: LocalDatabase = {}): Promise<string> {
  const client = admin ? new pg.Client({ connectionString: admin }) : await asSuperuser();
  try {
    if (admin) await client.connect();
    const password = randomBytes(24).toString('base64url');
    const address = await whereItListens(client);
    await create(client, name, password);
    return `postgres://${name}:${password}@${address}/${name}`;
  } finally {
    await client.end();
  }
}

/** The socket knows its clients by their user of the system. */
async function asSuperuser(): Promise<pg.Client> {
  if (!existsSync(socketFolder))
    throw new CommandError(
      'There is no PostgreSQL on this machine. Install it first (Debian and Ubuntu: apt-get install postgresql), or name one in DATABASE_URL.',
    );
  const client = new pg.Client({ host: socketFolder, user: superuser, database: superuser });
  const isRoot = process.geteuid?.() === 0;
  try {
    if (isRoot) process.seteuid?.(superuser);
    await client.connect();
    return client;
  } catch (error) {
    throw new CommandError(
      `The PostgreSQL of this machine does not let this user in (${error instanceof Error ? error.message : error}). Run this as root or as the user postgres, or create a database yourself and name it in DATABASE_URL.`,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

async function whereItListens(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ addresses: string; port: string }>(
    `select current_setting('listen_addresses') as addresses, current_setting('port') as port`,
  );
  const { addresses = '', port = '5432' } = rows[0] ?? {};
  if (addresses === '')
    throw new CommandError(
      'The PostgreSQL of this machine listens on no address: set listen_addresses to localhost.',
    );
  return `127.0.0.1:${port}`;
}

async function create(client: pg.Client, name: string, password: string): Promise<void> {
  try {
    await client.query(`create role ${name} login password ${client.escapeLiteral(password)}`);
    await client.query(`create database ${name} owner ${name} encoding 'UTF8' template template0`);
  } catch (error) {
    if (!takenCodes.includes((error as { code?: string }).code ?? '')) throw error;
    throw new CommandError(
      `The PostgreSQL of this machine has a user or database "${name}" already. If they are of an earlier try, drop them (drop database ${name}; drop role ${name};); else name a database of your own in DATABASE_URL.`,
    );
  }
}
