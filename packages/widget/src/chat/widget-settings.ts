import { type FileRule, readFileRules } from './file-rules.ts';
import { type PlainRecord, plainRecord, plainText } from './plain-record.ts';

export type LeadField = 'name' | 'email' | 'phone';

/** The contact details that a visitor is asked for before the first message. */
export interface LeadForm {
  title: string;
  thanks: string;
  fields: readonly LeadField[];
  isOptional: boolean;
}

/** A flow's public settings: how its chat greets and what it offers. */
export interface WidgetSettings {
  title: string;
  subtitle: string;
  avatar: string;
  hasTitle: boolean;
  welcome: string;
  errorText: string;
  placeholder: string;
  starters: readonly string[];
  hasFeedback: boolean;
  showsSteps: boolean;
  isNewPerVisit: boolean;
  lead: LeadForm | undefined;
  canHear: boolean;
  files: readonly FileRule[];
  /** The colours set by the owner. */
  look: PlainRecord;
}

// A picture from another site would reveal the visitor to its owner.
const ownPicture = /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/;

/** Parses the server's settings of a flow; invalid values count as not set. */
export function readWidgetSettings(answer: unknown): WidgetSettings {
  const config = plainRecord(answer);
  const avatar = plainText(config['titleAvatarSrc']);
  const isOn = (key: string) => plainRecord(config[key])['status'] === true;
  return {
    title: plainText(config['title']),
    subtitle: plainText(config['subtitle']),
    avatar: ownPicture.test(avatar) ? avatar : '',
    hasTitle: config['showTitle'] !== false,
    welcome: plainText(config['welcomeMessage']),
    errorText: plainText(config['errorMessage']),
    placeholder: plainText(plainRecord(config['textInput'])['placeholder']),
    starters: Object.values(plainRecord(config['starterPrompts']))
      .map((entry) => plainText(plainRecord(entry)['prompt']))
      .filter(Boolean),
    hasFeedback: isOn('chatFeedback'),
    showsSteps: config['showAgentMessages'] !== false,
    isNewPerVisit: config['generateNewSession'] === true,
    lead: leadForm(plainRecord(config['leads'])),
    canHear: plainRecord(config['uploads'])['isSpeechToTextEnabled'] === true,
    files: readFileRules(config),
    look: config,
  };
}

function leadForm(leads: PlainRecord): LeadForm | undefined {
  const fields = (['name', 'email', 'phone'] as const).filter((field) => leads[field] === true);
  if (leads['status'] !== true || fields.length === 0) return undefined;
  return {
    title: plainText(leads['title']),
    thanks: plainText(leads['successMessage']),
    fields,
    isOptional: leads['isOptional'] === true,
  };
}
