import type { settingsTexts } from '../../kit/texts/en/flow-settings.ts';
import type { Texts } from '../../kit/texts/texts.ts';
import { afterCrashSection } from './sections/after-crash-section.tsx';
import { analyticsSection } from './sections/analytics-section.tsx';
import { appearanceSection } from './sections/appearance-section.tsx';
import { feedbackSection } from './sections/feedback-section.tsx';
import { filesSection } from './sections/files-section.tsx';
import { followUpsSection } from './sections/follow-ups-section.tsx';
import { knowledgeSection } from './sections/knowledge-section.tsx';
import { leadsSection } from './sections/leads-section.tsx';
import { mcpSection } from './sections/mcp-section.tsx';
import { postProcessingSection } from './sections/post-processing-section.tsx';
import { securitySection } from './sections/security-section.tsx';
import { hearingSection, speakingSection } from './sections/speech-sections.tsx';
import { startersSection } from './sections/starters-section.tsx';
import { userCodeSection } from './sections/user-code-section.tsx';
import type { SettingsSection } from './settings-form.ts';

type SettingsKey = typeof settingsTexts extends Texts<infer K> ? K : never;

/** The section whose form is a text editor. */
export const jsonSectionId = 'json';

/** The sections of the configuration in their order; JSON comes after them. */
export const settingsSections = [
  securitySection,
  startersSection,
  appearanceSection,
  knowledgeSection,
  followUpsSection,
  hearingSection,
  speakingSection,
  feedbackSection,
  analyticsSection,
  leadsSection,
  filesSection,
  postProcessingSection,
  userCodeSection,
  afterCrashSection,
  mcpSection,
] as const satisfies readonly (Omit<SettingsSection, 'title'> & { id: SettingsKey & `${string}` })[];

export type SectionId = (typeof settingsSections)[number]['id'];
