import { randomBytes } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import { createCustomVoice } from '@tendril/contract/api/voices';
import { AppError } from '@tendril/contract/app-error';
import { allVoiceProviders, type Voice } from '@tendril/contract/voice/voice';
import { avatarPath, previewPath } from '@tendril/contract/voice/voices.data';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CustomVoiceTable } from '../../../platform/db/voice-tables.ts';
import { lockWorkspace } from '../../../platform/db/workspace-lock.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { type IncomingFile, type TakenFile, takeFile } from '../../../platform/files/take-file.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import { requireRecording, takeVoiceForm } from './voice-form.ts';
import { voiceStore } from './voices.store.ts';

export interface CustomVoiceParts {
  db: Database;
  files: FileStore;
  quota: FileQuota;
}

type VoiceForm = Body<typeof createCustomVoice>;

const ownerKind = 'voice';
const mostVoices = 200;

/** A voice of the workspace as the catalogue lists it. */
export function toCustomVoice(row: CustomVoiceTable): Voice {
  const { id, name, provider, gender, accent, age } = row;
  return {
    voice_id: id,
    voice_type: 'custom',
    voice_name: name,
    provider,
    gender,
    accent: accent as Voice['accent'],
    ...(age && { age: age as NonNullable<Voice['age']> }),
    avatar_url: avatarPath(id),
    preview_audio_url: previewPath(id),
  };
}

/** Voices that a workspace adds from its own account at a provider, with a recording or without. */
export function createCustomVoices({ db, files, quota }: CustomVoiceParts) {
  const store = voiceStore(db);
  const samples = ownedFileStore(db, ownerKind);
  const discard = async ({ workspaceId }: Scope, hashes: readonly string[]) => {
    for (const sha256 of hashes) await files.remove(workspaceId, sha256);
  };

  return {
    list: store.list,
    find: store.find,

    /** Takes a form with a recording, or a body without one. Throws INVALID_INPUT by the field, CONFLICT. */
    async create(scope: Scope, request: FastifyRequest, body: VoiceForm | undefined): Promise<Voice> {
      if (body) return keepVoice(db, scope, body, undefined);
      let sample: TakenFile | undefined;
      const take = (file: IncomingFile, most: number) => takeFile(files, scope.workspaceId, file, most);
      try {
        const fields = await takeVoiceForm(request, await quota(scope), async (file, most) => {
          sample = await take(file, most);
        });
        const form = parseInput(createCustomVoice.body, fields) as VoiceForm;
        return await keepVoice(db, scope, form, sample);
      } catch (error) {
        if (sample) await files.abandon(scope.workspaceId, sample.sha256);
        throw error;
      }
    },

    /** The voices that have a recording. */
    async recorded({ workspaceId }: Scope): Promise<Set<string>> {
      const rows = await db
        .selectFrom('file')
        .select('ownerId')
        .where('workspaceId', '=', workspaceId)
        .where('ownerKind', '=', ownerKind)
        .execute();
      return new Set(rows.map(({ ownerId }) => ownerId));
    },

    /** The recording of a voice. */
    async sample(scope: Scope, id: string) {
      const [file] = await samples.list(scope, id);
      return file && { ...file, ...(await files.stream(scope.workspaceId, file.sha256)) };
    },

    /** Throws NOT_FOUND, and CONFLICT that names the agents which use it. */
    async remove(scope: Scope, id: string): Promise<void> {
      const unused = await db.transaction().execute(async (trx) => {
        const rows = voiceStore(trx);
        const agents = await rows.agentsWith(scope, id);
        if (agents.length > 0) throw inUse(agents);
        if (!(await rows.remove(scope, id))) throw new AppError('NOT_FOUND', 'Voice not found.');
        return ownedFileStore(trx, ownerKind).removeAll(scope, id);
      });
      await discard(scope, unused);
    },
  };
}

async function keepVoice(
  db: Database,
  scope: Scope,
  form: VoiceForm,
  sample: TakenFile | undefined,
): Promise<Voice> {
  if (sample) requireRecording(sample);
  const row = {
    ...form,
    age: form.age ?? null,
    id: mintId(form),
    workspaceId: scope.workspaceId,
    createdAt: Date.now(),
  };
  await db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, scope);
    const store = voiceStore(trx);
    const same = await store.findByVendor(scope, form.provider, form.providerVoiceId);
    if (same) throw new AppError('CONFLICT', `This voice has already been added as "${same.name}".`);
    if ((await store.list(scope)).length >= mostVoices)
      throw new AppError(
        'CONFLICT',
        `A workspace can have up to ${mostVoices} custom voices. Delete some first.`,
      );
    await store.insert(row);
    if (sample) await ownedFileStore(trx, ownerKind).insert(scope, [{ ...sample, ownerId: row.id }]);
  });
  return toCustomVoice(row);
}

/** The id contains the name, for the chip that shows what follows the prefix. */
function mintId({ provider, name }: VoiceForm): string {
  const prefix = allVoiceProviders.find(({ id }) => id === provider)?.prefix ?? '';
  const words = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 24);
  return `${prefix}custom_${words}${words && '_'}${randomBytes(5).toString('hex')}`;
}

function inUse(agents: readonly string[]): AppError {
  const named = agents
    .slice(0, 3)
    .map((name) => `"${name}"`)
    .join(', ');
  const more = agents.length > 3 ? ` and ${agents.length - 3} more` : '';
  const message = `This voice is spoken by ${named}${more}. Choose another voice there first.`;
  return new AppError('CONFLICT', message);
}
