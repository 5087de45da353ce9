import { type PostCallFieldType, postCallFieldTypes } from '@tendril/contract/voice/post-call-field';
import { Hash, ListChecks, type LucideIcon, ToggleLeft, Type } from 'lucide-react';

const icons: Readonly<Record<PostCallFieldType, LucideIcon>> = {
  string: Type,
  enum: ListChecks,
  boolean: ToggleLeft,
  number: Hash,
};

/** Icon and word of a data type. */
export function fieldLook(type: PostCallFieldType): { Icon: LucideIcon; label: string } {
  const label = postCallFieldTypes.find((one) => one.type === type)?.label ?? type;
  return { Icon: icons[type], label };
}
