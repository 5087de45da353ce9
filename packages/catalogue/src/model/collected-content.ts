import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Spoken = Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>;

/** Puts together what a streamed reply holds, in its order. */
export function contentCollector() {
  const content: LanguageModelV4Content[] = [];
  const open = new Map<string, Spoken>();

  function begin(type: Spoken['type'], id: string): void {
    const spoken: Spoken = { type, text: '' };
    open.set(`${type} ${id}`, spoken);
    content.push(spoken);
  }

  return {
    content: (): LanguageModelV4Content[] => content,

    add(part: LanguageModelV4StreamPart): void {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start':
        case 'text-delta':
        case 'reasoning-delta':
        case 'text-end':
        case 'reasoning-end': {
          const [type = 'text', what] = part.type.split('-') as [Spoken['type'], string];
          if (what === 'start') begin(type, part.id);
          const spoken = open.get(`${type} ${part.id}`);
          if (!spoken) break;
          if ('delta' in part) spoken.text += part.delta;
          // A signature comes with the beginning, a part or the end; the vendor wants it back.
          if (part.providerMetadata) spoken.providerMetadata = part.providerMetadata;
          break;
        }
        case 'tool-call':
        case 'tool-result':
        case 'source':
          content.push(part);
          break;
        default:
      }
    },
  };
}
