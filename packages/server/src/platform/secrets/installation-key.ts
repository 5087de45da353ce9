import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { StartError } from '../start-error.ts';
import { makeMasterKey, readMasterKey } from './master-key.ts';
import { credentialPlace, flowSecretPlace } from './secret-places.ts';
import { createVault, type Vault } from './vault.ts';

type Place = Pick<Config, 'secretKey' | 'home'>;

const onlyRow = 1;

/**
 * The vault of this installation's key, created on the first start. Throws StartError when the database was used with
 * another key, or its key is missing: going on would make every stored secret unreadable.
 */
export async function openVault(db: Database, place: Place): Promise<Vault> {
  const present = readMasterKey(place);
  const stored = await readMark(db);
  if (!present && (stored !== undefined || (await isInUse(db)))) throw missingKey(place);
  const vault = createVault(present ?? makeMasterKey(place.home));
  const mark = markOf(vault);
  // An older database has no fingerprint: its content shows whether the key is the right one.
  if (stored === undefined && !(await opensWhatIsThere(db, vault))) throw otherKey(place);
  if ((stored ?? (await writeMark(db, mark))) !== mark) throw otherKey(place);
  return vault;
}

const readMark = async (db: Database) =>
  (await db.selectFrom('key_check').select('mark').where('id', '=', onlyRow).executeTakeFirst())?.mark;

/** Of two servers that start on one database with two keys, the second finds the fingerprint of the first. */
async function writeMark(db: Database, mark: string): Promise<string | undefined> {
  await db
    .insertInto('key_check')
    .values({ id: onlyRow, mark, createdAt: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readMark(db);
}

/** Sets the current key, or a new one, on a database whose own key is lost. */
export async function replaceKeyMark(db: Database, place: Place): Promise<void> {
  const vault = createVault(readMasterKey(place) ?? makeMasterKey(place.home));
  await db.deleteFrom('key_check').execute();
  await writeMark(db, markOf(vault));
}

function markOf(vault: Vault): string {
  return vault.deriveKey('key-check').toString('hex');
}

async function isInUse(db: Database): Promise<boolean> {
  return (await db.selectFrom('user').select('id').executeTakeFirst()) !== undefined;
}

async function opensWhatIsThere(db: Database, vault: Vault): Promise<boolean> {
  const credential = await db.selectFrom('credential').selectAll().executeTakeFirst();
  const flowSecret = await db.selectFrom('flow_secret').selectAll().executeTakeFirst();
  return (
    (!credential || vault.tryOpen(credentialPlace(credential), credential.encryptedData) !== undefined) &&
    (!flowSecret || vault.tryOpen(flowSecretPlace(flowSecret), flowSecret.encryptedData) !== undefined)
  );
}

function nameOf({ secretKey, home }: Place): string {
  return secretKey === undefined ? `secret.key in ${home}` : 'TENDRIL_SECRET_KEY';
}

function missingKey({ home }: Place): StartError {
  return new StartError(
    `The secrets key is missing: this database was made with one, but ${home} holds no secret.key and TENDRIL_SECRET_KEY is not set. Bring the key back; without it no stored secret can be read. If it is lost, "npm run tendril -- new-key" makes another one.`,
  );
}

function otherKey(place: Place): StartError {
  return new StartError(
    `The secrets key is another one: ${nameOf(place)} is not what this database was made with. Bring the right key back; with this one no stored secret can be read. If it is lost, "npm run tendril -- new-key" goes on with the present one.`,
  );
}
