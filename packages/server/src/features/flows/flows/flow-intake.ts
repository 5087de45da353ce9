import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { storedValueMask } from '@tendril/contract/api/credentials';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Database, FlowSecretTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { type OwnedFile, ownedFileStore } from '../../../platform/files/owned-files.ts';
import { flowSecretPlace } from '../../../platform/secrets/secret-places.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { type InlineFile, readDataUri } from './data-uri.ts';
import { flowSecretStore } from './flow-secrets.store.ts';
import { flowVersionStore } from './flow-versions.store.ts';
import { nodeReceivers } from './node-receivers.ts';
import { secretIdOf, secretMark } from './secret-mark.ts';
import { specialInputs } from './special-inputs.ts';

const nodesAtOnce = 100;

export interface IntakeParts {
  db: Database;
  vault: Vault;
  files: FileStore;
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
}

/** A flow in its stored form, with the rows that have to be written with it. */
export interface TakenFlow {
  flow: FlowData;
  text: string;
  secrets: FlowSecretTable[];
  files: OwnedFile[];
}

/**
 * Converts a submitted flow into its stored form: passwords are sealed and replaced by marks, files embedded as data
 * URIs go to the file store. Masks that are sent back stand for the values in `previous`.
 */
export async function takeFlow(
  parts: IntakeParts,
  scope: Scope,
  flowId: string,
  flow: FlowData,
  previous?: FlowData,
): Promise<TakenFlow> {
  const intake = new Intake(parts, scope, flowId, previous);
  const nodes: FlowNode[] = [];
  try {
    for (const [index, node] of flow.nodes.entries()) {
      // Other requests run meanwhile.
      if (index % nodesAtOnce === nodesAtOnce - 1) await setImmediate();
      nodes.push(await intake.takeNode(node));
    }
  } catch (error) {
    await abandonFlow(parts, scope, intake);
    throw error;
  }
  const taken = { ...flow, nodes };
  return { flow: taken, text: JSON.stringify(taken), secrets: intake.secrets, files: intake.files };
}

/** Removes the contents of a flow that is not going to be written. */
export async function abandonFlow(
  { files }: Pick<IntakeParts, 'files'>,
  { workspaceId }: Scope,
  taken: Pick<TakenFlow, 'files'>,
): Promise<void> {
  for (const { sha256 } of taken.files) await files.abandon(workspaceId, sha256);
}

/** The parameter that a sealed value belongs to. */
type Place = { nodeId: string; inputName: string };

function otherReceiver({ nodeId, inputName }: Place): AppError {
  const path = `nodes.${nodeId}.data.inputs.${inputName}`;
  const message = 'has to be entered again for another address';
  return new AppError('INVALID_INPUT', `${inputName}: ${message}`, { details: [{ path, message }] });
}

/** Whether a node sends what it knows nowhere but where it did before. */
function hasSameReceivers(node: FlowNode, before: FlowNode | undefined, { inputName }: Place): boolean {
  const hidden = new Set([inputName]);
  const known = nodeReceivers(before, hidden);
  return [...nodeReceivers(node, hidden)].every((receiver) => known.has(receiver));
}

class Intake {
  readonly secrets: FlowSecretTable[] = [];
  readonly files: TakenFlow['files'] = [];
  readonly #parts: IntakeParts;
  readonly #scope: Scope;
  readonly #flowId: string;
  readonly #previous: Map<string, FlowNode>;
  #known: { name: string; sha256: string }[] | undefined;

  constructor(parts: IntakeParts, scope: Scope, flowId: string, previous?: FlowData) {
    this.#parts = parts;
    this.#scope = scope;
    this.#flowId = flowId;
    this.#previous = new Map(previous?.nodes.map((node) => [node.id, node]));
  }

  async takeNode(node: FlowNode): Promise<FlowNode> {
    const special = specialInputs(node, await this.#parts.findTemplate(node.data.name));
    if (special.size === 0 || !node.data.inputs) return node;
    const inputs = { ...node.data.inputs };
    for (const [name, kind] of special) {
      if (!(name in inputs)) continue;
      inputs[name] =
        kind === 'password'
          ? await this.#takePassword(node, name, inputs[name])
          : await this.#takeFiles(inputs[name]);
    }
    return { ...node, data: { ...node.data, inputs } };
  }

  async #takePassword(node: FlowNode, name: string, value: unknown): Promise<unknown> {
    if (value === '' || value === null || value === undefined) return value;
    const place = { nodeId: node.id, inputName: name };
    const previous = this.#previous.get(node.id)?.data.inputs?.[name];
    if (value === storedValueMask) return this.#adoptStored(node, previous, place);
    if (secretIdOf(value) !== undefined) return this.#adopt(value, place);
    const text = String(value);
    // A value that only names a variable is not a secret itself.
    if (/^\{\{\s*\$vars\.\w+\s*\}\}$/.test(text)) return text;
    // The page it was typed into sends it with every save.
    if (await this.#isSame(previous, text)) return previous;
    return this.#keep(text, place);
  }

  /**
   * The value of a mask: the draft's, else the parameter's last one, so that undo restores it. Refused when the node
   * would now send it to another address: changing the address requires knowing the value.
   */
  async #adoptStored(node: FlowNode, previous: unknown, place: Place): Promise<string> {
    const adopted = await this.#adopt(previous, place);
    if (adopted !== '') {
      if (!hasSameReceivers(node, this.#previous.get(node.id), place)) throw otherReceiver(place);
      return adopted;
    }
    const { nodeId, inputName } = place;
    const secrets = flowSecretStore(this.#parts.db);
    const newest = await secrets.findNewest(this.#scope, this.#flowId, nodeId, inputName);
    if (!newest) return '';
    const mark = secretMark(newest.id);
    return hasSameReceivers(node, await this.#findHolder(node.id, mark), place) ? mark : '';
  }

  /** The node as it was when it last had the value. */
  async #findHolder(nodeId: string, mark: string): Promise<FlowNode | undefined> {
    const versions = flowVersionStore(this.#parts.db);
    const version = await versions.findLastWith(this.#scope, this.#flowId, mark);
    const flow = version && (JSON.parse(version.flowData) as FlowData);
    return flow?.nodes.find((node) => node.id === nodeId);
  }

  /** A mark of this flow stays; one of another flow of the workspace is copied; any other is dropped. */
  async #adopt(value: unknown, place: Place): Promise<string> {
    const row = await this.#find(value);
    if (!row) return '';
    const { vault } = this.#parts;
    if (row.flowId !== this.#flowId)
      return this.#keep(vault.open(flowSecretPlace(row), row.encryptedData), place);
    const encryptedData = vault.renew(flowSecretPlace(row), row.encryptedData);
    if (encryptedData !== row.encryptedData) this.secrets.push({ ...row, encryptedData });
    return secretMark(row.id);
  }

  async #isSame(mark: unknown, text: string): Promise<boolean> {
    const row = await this.#find(mark);
    if (row?.flowId !== this.#flowId) return false;
    return this.#parts.vault.tryOpen(flowSecretPlace(row), row.encryptedData) === text;
  }

  async #find(mark: unknown): Promise<FlowSecretTable | undefined> {
    const id = secretIdOf(mark);
    return id === undefined ? undefined : flowSecretStore(this.#parts.db).find(this.#scope, id);
  }

  #keep(text: string, place: Place): string {
    const { workspaceId } = this.#scope;
    const head = { id: randomUUID(), workspaceId, ...place };
    const encryptedData = this.#parts.vault.seal(flowSecretPlace(head), text);
    this.secrets.push({ ...head, flowId: this.#flowId, encryptedData, createdAt: Date.now() });
    return secretMark(head.id);
  }

  async #takeFiles(value: unknown): Promise<unknown> {
    if (typeof value !== 'string') return value;
    const inline = readInlineFiles(value);
    if (inline.length === 0) return value;
    const names: string[] = [];
    for (const file of inline) names.push(await this.#storeFile(file));
    return `FILE-STORAGE::${JSON.stringify(names)}`;
  }

  async #storeFile(file: InlineFile): Promise<string> {
    const { workspaceId } = this.#scope;
    this.#known ??= await ownedFileStore(this.#parts.db, 'flow').list(this.#scope, this.#flowId);
    const { sha256, size } = await this.#parts.files.put(workspaceId, file.content);
    const same = this.#known.find((known) => known.sha256 === sha256 && known.name === file.name);
    if (same) {
      await this.#parts.files.abandon(workspaceId, sha256);
      return same.name;
    }
    const name = freeName(file.name, new Set(this.#known.map((known) => known.name)));
    this.#known.push({ name, sha256 });
    this.files.push({ sha256, size, mediaType: file.mediaType, name, ownerId: this.#flowId });
    return name;
  }
}

/** One data URI, or JSON text of a list of them. */
function readInlineFiles(value: string): InlineFile[] {
  const single = readDataUri(value);
  if (single) return [single];
  if (!value.startsWith('["data:')) return [];
  return readTexts(value).flatMap((item) => readDataUri(item) ?? []);
}

function readTexts(json: string): string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

// An older version of the flow may still name the first file: new content never takes over its name.
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const dot = wanted.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
  let number = 2;
  while (taken.has(`${stem} (${number})${ending}`)) number += 1;
  return `${stem} (${number})${ending}`;
}
