import type { Assistant } from '@tendril/contract/api/assistants';
import { AppError } from '@tendril/contract/app-error';
import type { VendorDetails } from '@tendril/contract/flow/assistant-details';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { AssistantService } from './assistants.ts';
import { type Conversion, convertDetails } from './convert-assistant.ts';

interface ConversionParts {
  assistants: AssistantService;
  listTools(scope: Scope): Promise<readonly { id: string; name: string }[]>;
}

/** Converts assistants stored at a vendor into custom ones. */
export function createConversions({ assistants, listTools }: ConversionParts) {
  async function convert(scope: Scope, id: string): Promise<Conversion> {
    const { type, details, credential } = await assistants.read(scope, id);
    if (type === 'CUSTOM') throw new AppError('CONFLICT', 'This is already a custom assistant.');
    const customTools = new Map((await listTools(scope)).map((tool) => [tool.name, tool.id]));
    return convertDetails({ details: JSON.parse(details) as VendorDetails, credential, customTools });
  }

  return {
    /** Throws NOT_FOUND, and CONFLICT for a custom assistant. */
    async preview(scope: Scope, id: string) {
      const { details, ...rest } = await convert(scope, id);
      return { ...rest, details: JSON.stringify(details) };
    },

    async make(
      caller: ScopedCaller,
      id: string,
    ): Promise<{ assistant: Assistant; gaps: Conversion['gaps'] }> {
      const { details, gaps } = await convert(caller, id);
      const assistant = await assistants.create(caller, { details: JSON.stringify(details), type: 'CUSTOM' });
      return { assistant, gaps };
    },
  };
}

export type Conversions = ReturnType<typeof createConversions>;
