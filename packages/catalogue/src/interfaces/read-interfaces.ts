import { readFile } from 'node:fs/promises';
import { addedCredentials } from './added-credentials.data.ts';
import { interfacePlaces } from './interface-places.gen.ts';
import type { CredentialInterface, NodeInterface } from './node-interface.ts';

type Place = (typeof interfacePlaces)[keyof typeof interfacePlaces];

async function readData<T>(file: string): Promise<T[]> {
  return JSON.parse(await readFile(new URL(`./data/${file}.gen.json`, import.meta.url), 'utf8')) as T[];
}

const toolClass = 'Tool';

/** Some structured tools were listed without the class that every anchor for tools asks for: nothing could take them. */
function withToolClass(row: NodeInterface): NodeInterface {
  const { baseClasses } = row;
  if (!baseClasses.includes('StructuredTool') || baseClasses.includes(toolClass)) return row;
  const at = baseClasses.indexOf('StructuredTool');
  return { ...row, baseClasses: baseClasses.toSpliced(at, 0, toolClass) };
}

/** Some secrets were listed as plain text; a flow would be stored and shown with them. */
function withSealedSecrets(row: NodeInterface): NodeInterface {
  const isOpen = ({ name, type }: NodeInterface['inputs'][number]) =>
    type === 'string' && name.endsWith('Secret');
  if (!row.inputs.some(isOpen)) return row;
  const inputs = row.inputs.map((input) => (isOpen(input) ? { ...input, type: 'password' } : input));
  return { ...row, inputs };
}

/** Sign-ins beside the secrets that an interface names. */
function withSignIns(row: NodeInterface): NodeInterface {
  const added = addedCredentials[row.name];
  if (!row.credential || !added) return row;
  const credentialNames = [...row.credential.credentialNames, ...added];
  return { ...row, credential: { ...row.credential, credentialNames } };
}

async function readNodes(place: Place): Promise<NodeInterface[]> {
  return (await readData<NodeInterface>(place)).map((row) =>
    withSignIns(withSealedSecrets(withToolClass(row))),
  );
}

/** The interfaces of nodes and of secrets; a file is read when it is first asked for. */
interface Interfaces {
  /** Undefined for a name that no interface has. */
  node(name: string): Promise<NodeInterface | undefined>;
  nodes(): Promise<NodeInterface[]>;
  credentials(): Promise<CredentialInterface[]>;
}

/** Opens the interfaces. Those of one category are kept once read; all of them together are not. */
export function createInterfaces(): Interfaces {
  const kept = new Map<Place, Promise<NodeInterface[]>>();
  const placeOf = (name: string): Place | undefined =>
    Object.hasOwn(interfacePlaces, name) ? interfacePlaces[name as keyof typeof interfacePlaces] : undefined;
  return {
    async node(name) {
      const place = placeOf(name);
      if (place === undefined) return undefined;
      let rows = kept.get(place);
      if (!rows) {
        rows = readNodes(place);
        kept.set(place, rows);
      }
      return (await rows).find((row) => row.name === name);
    },
    async nodes() {
      const places = [...new Set(Object.values(interfacePlaces))];
      return (await Promise.all(places.map(readNodes))).flat();
    },
    credentials: () => readData<CredentialInterface>('credentials'),
  };
}
