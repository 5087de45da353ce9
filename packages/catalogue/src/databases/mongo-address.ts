import { AppError } from '@tendril/contract/app-error';

/** Where a MongoDB is and who asks it, in the form that its driver takes. */
export interface MongoAddress {
  /** Only with options that concern the database. */
  url: string;
  password: string;
}

const example = 'mongodb+srv://user:password@cluster0.example.mongodb.net/';

/**
 * Options of an address that are passed on. All others are left out: some make the driver read files of this machine
 * (certificates), dial another proxy, ask the services of a cloud for a sign-in, or need packages of their own.
 */
const passedOptions = new Set([
  'appname',
  'authsource',
  'directconnection',
  'journal',
  'loadbalanced',
  'maxstalenessseconds',
  'readconcernlevel',
  'readpreference',
  'readpreferencetags',
  'replicaset',
  'retryreads',
  'retrywrites',
  'srvmaxhosts',
  'srvservicename',
  'ssl',
  'tls',
  'tlsallowinvalidcertificates',
  'tlsallowinvalidhostnames',
  'tlsinsecure',
  'w',
  'wtimeoutms',
]);
const passedMechanisms = /^(DEFAULT|SCRAM-SHA-1|SCRAM-SHA-256)$/i;

const invalid = (reason: string) => new AppError('FLOW_INVALID', `The address of MongoDB ${reason}.`);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('has a user or a password whose special characters are not percent-encoded');
  }
}

function optionsOf(text: string): string {
  const kept = text.split(/[&;]/).filter((pair) => {
    const [name = '', value = ''] = pair.split('=');
    if (name.toLowerCase() !== 'authmechanism') return passedOptions.has(name.toLowerCase());
    if (!passedMechanisms.test(value))
      throw invalid(
        `asks for the sign-in "${value.slice(0, 40)}", and only user and password are possible here`,
      );
    return true;
  });
  return kept.join('&');
}

/** Reads the address of a MongoDB. Throws FLOW_INVALID in words without its password. */
export function mongoAddress(text: string): MongoAddress {
  const parts = /^(mongodb(?:\+srv)?):\/\/(?:([^@/?]*)@)?([^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(
    text.trim(),
  );
  if (!parts) throw invalid(`has to be like ${example}`);
  const [, scheme, login = '', hosts = '', database = '', options = ''] = parts;
  // A host may also be the path of a socket on this machine.
  if (/%|\.sock/i.test(hosts)) throw invalid('has to name hosts');
  const [user = '', ...rest] = login.split(':');
  const password = decoded(rest.join(':'));
  decoded(user);
  const query = optionsOf(options);
  const place = `${scheme}://${login === '' ? '' : `${login}@`}${hosts}/${database}`;
  return { url: query === '' ? place : `${place}?${query}`, password };
}
