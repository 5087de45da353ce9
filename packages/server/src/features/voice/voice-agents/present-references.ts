import type { Scope } from '../../../platform/db/scope.ts';
import type { ReadAgentFile } from './agent-file.ts';
import type { AgentReferences } from './agent-references.ts';

/** An imported file without references that this workspace cannot resolve; each is listed in the notes. */
export async function withPresentReferences(
  scope: Scope,
  file: ReadAgentFile,
  references: AgentReferences,
): Promise<ReadAgentFile> {
  const notes = [...file.notes];
  const without = async <T extends object, K extends keyof T & string>(
    part: string,
    fields: T,
    key: K,
    check: (fields: T) => Promise<void>,
  ): Promise<T> => {
    if (fields[key] === undefined || (await isFine(() => check(fields)))) return fields;
    notes.push(`${part}.${key}: names something that this workspace does not have`);
    const { [key]: _gone, ...rest } = fields;
    return rest as T;
  };
  const fields = await without('agent', file.fields, 'voiceId', (one) =>
    references.checkVoice(scope, one.voiceId),
  );
  let settings = await without('settings', file.settings, 'brain', ({ brain }) =>
    references.checkSettings(scope, brain ? { brain } : {}),
  );
  settings = await without('settings', settings, 'fallbackVoiceIds', ({ fallbackVoiceIds }) =>
    references.checkSettings(scope, fallbackVoiceIds ? { fallbackVoiceIds } : {}),
  );
  settings = await without('settings', settings, 'timezone', ({ timezone }) =>
    references.checkSettings(scope, timezone === undefined ? {} : { timezone }),
  );
  let llm = await without('llm', file.llm, 'credentialId', ({ credentialId }) =>
    references.checkLlm(scope, credentialId ? { credentialId } : {}),
  );
  const bases = llm.knowledgeBaseIds;
  if (bases) {
    const present: string[] = [];
    for (const id of bases)
      if (await isFine(() => references.checkLlm(scope, { knowledgeBaseIds: [id] }))) present.push(id);
      else notes.push(`llm.knowledgeBaseIds: this workspace has no knowledge base "${id}"`);
    llm = { ...llm, knowledgeBaseIds: present };
  }
  await references.checkLlm(scope, { functions: llm.functions ?? [] });
  return { ...file, fields, settings, llm, notes };
}

async function isFine(check: () => Promise<void>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  );
}
