import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';

/** One thing that two versions of an agent say differently. */
export interface SnapshotChange {
  /** Path in the snapshot: `agent.language`, `llm.functions.end_call`. */
  path: string;
  before: string;
  after: string;
  /** Long texts are compared word by word. */
  isText: boolean;
}

const texts = new Set(['llm.generalPrompt', 'llm.beginMessage', 'settings.voicemailOption.text']);
/** Lists whose members have a name: each member is reported separately. */
const named = new Set(['llm.functions', 'settings.postCallFields']);
/** Of the copy, not of how the agent behaves. */
const ignored = new Set(['agent.id', 'agent.responseEngineLlmId']);

/** Everything that differs between two versions, in the order in which the editor shows it. */
export function diffSnapshots(before: VoiceAgentSnapshot, after: VoiceAgentSnapshot): SnapshotChange[] {
  const old = flatten(before);
  const fresh = flatten(after);
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((path) => {
    const change = {
      path,
      before: old.get(path) ?? '',
      after: fresh.get(path) ?? '',
      isText: texts.has(path),
    };
    return change.before === change.after ? [] : [change];
  });
}

function flatten(snapshot: VoiceAgentSnapshot): Map<string, string> {
  const found = new Map<string, string>();
  const put = (path: string, value: unknown) => {
    if (ignored.has(path) || value === undefined || value === null) return;
    if (named.has(path) && Array.isArray(value)) {
      for (const member of value) found.set(`${path}.${member.name || member.type}`, toText(member));
      return;
    }
    if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [name, part] of Object.entries(value)) put(`${path}.${name}`, part);
      return;
    }
    found.set(path, toText(value));
  };
  put('agent', snapshot.agent);
  put('llm', snapshot.llm);
  put('settings', snapshot.settings);
  return found;
}

function toText(value: unknown): string {
  if (Array.isArray(value) && value.every((member) => typeof member !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value, undefined, 1) : String(value);
}
