import type { AssistantProfile } from '@tendril/contract/api/assistant-profiles';

/** A profile as it stands in the form's fields. */
export interface ProfileForm {
  name: string;
  description: string;
  /** JSON; empty for none. */
  details: string;
}

type KnownFields = Partial<Record<'name' | 'description', string> & { details: unknown }>;

const known: readonly string[] = ['id', 'name', 'description', 'details'];
const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** The fields of a stored profile, or of a new one. */
export function toProfileForm(profile: AssistantProfile | undefined): ProfileForm {
  const details = profile?.['details'] ?? null;
  return {
    name: asText(profile?.['name']),
    description: asText(profile?.['description']),
    details: details === null ? '' : JSON.stringify(details, null, 2),
  };
}

/** What other programs have stored beside the fields of the form. */
export function otherFields(profile: AssistantProfile | undefined): string[] {
  return Object.keys(profile ?? {}).filter((name) => !known.includes(name));
}

/** What a save sends: the fields that differ from the stored ones. Throws a SyntaxError for details that are no JSON. */
export function toProfileChanges(form: ProfileForm, before: ProfileForm): KnownFields {
  return {
    ...(form.name.trim() !== before.name && { name: form.name.trim() }),
    ...(form.description !== before.description && { description: form.description }),
    ...(form.details !== before.details && { details: readDetails(form.details) }),
  };
}

function readDetails(text: string): unknown {
  return text.trim() === '' ? null : JSON.parse(text);
}
