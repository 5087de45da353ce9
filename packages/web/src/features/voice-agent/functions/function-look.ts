import { functionTypes, type VoiceFunctionType } from '@tendril/contract/voice/voice-function';
import {
  Braces,
  CalendarCheck,
  CalendarSearch,
  Hash,
  type LucideIcon,
  PhoneForwarded,
  PhoneOff,
} from 'lucide-react';

/** The icon and color of a function type. */
interface FunctionLook {
  Icon: LucideIcon;
  /** As a CSS value. */
  colour: string;
  label: string;
}

const looks: Readonly<Record<VoiceFunctionType, Omit<FunctionLook, 'label'>>> = {
  end_call: { Icon: PhoneOff, colour: 'var(--error)' },
  transfer_call: { Icon: PhoneForwarded, colour: 'var(--voice)' },
  check_availability_cal: { Icon: CalendarSearch, colour: 'var(--vector-stores)' },
  book_appointment_cal: { Icon: CalendarCheck, colour: 'var(--agents)' },
  press_digit: { Icon: Hash, colour: 'var(--document-loaders)' },
  custom: { Icon: Braces, colour: 'var(--tools)' },
};

export function functionLook(type: VoiceFunctionType): FunctionLook {
  return { ...looks[type], label: functionTypes.find((one) => one.type === type)?.label ?? type };
}
