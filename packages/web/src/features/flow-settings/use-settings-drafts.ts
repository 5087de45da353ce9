import { useQueryClient } from '@tanstack/react-query';
import { readFlowSettings, updateFlowSettings } from '@tendril/contract/api/flow-settings';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { settingsTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { flowSettingsQuery, refreshFlowSettings } from './flow-settings.queries.ts';
import { refusedFields, sectionProblems } from './section-problems.ts';
import { isChanged, type SettingsPatch, sectionPatch, withSlices } from './section-slices.ts';
import {
  changedColumn,
  type FieldProblems,
  type SettingsForm,
  type SettingsSection,
} from './settings-form.ts';

type Section = Pick<SettingsSection, 'slices' | 'check' | 'title'>;

/**
 * A flow's settings while they are edited: every section has its own draft in them and is saved by itself, on top of
 * what the server holds of the others by then.
 */
export function useSettingsDrafts(flowId: string, loaded: FlowSettings, sections: readonly Section[]) {
  const t = useTexts(settingsTexts);
  const client = useQueryClient();
  const [saved, setSaved] = useState(loaded);
  const [draft, setDraft] = useState(loaded);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [failure, setFailure] = useState('');
  const [isSaving, setSaving] = useState(false);

  const set: SettingsForm['set'] = (column, changes) => {
    setDraft((before) => ({ ...before, [column]: changedColumn(before[column], changes) }));
    setProblems({});
    setFailure('');
  };
  const send = async (title: string, makePatch: (stored: FlowSettings) => SettingsPatch) => {
    setSaving(true);
    setFailure('');
    try {
      const params = { id: flowId };
      const stored = await call(readFlowSettings, { params });
      const answer = await call(updateFlowSettings, { params, body: makePatch(stored) });
      client.setQueryData(flowSettingsQuery(flowId).queryKey, answer);
      await refreshFlowSettings(client, flowId);
      notify(t('saved', { section: title }), 'success');
      return answer;
    } catch (thrown) {
      setProblems(refusedFields(thrown));
      setFailure(t('failed', { section: title, reason: toMessage(thrown) }));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  const save = async (section: Section): Promise<boolean> => {
    const found = sectionProblems(section, draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return false;
    const answer = await send(section.title, (stored) => sectionPatch(stored, draft, section.slices));
    if (!answer) return false;
    const others = sections.filter((other) => other !== section && isChanged(saved, draft, other.slices));
    setSaved(answer);
    setDraft((now) => others.reduce((kept, other) => withSlices(kept, now, other.slices), answer));
    return true;
  };
  const saveAll = async (title: string, patch: SettingsPatch): Promise<boolean> => {
    const answer = await send(title, () => patch);
    if (!answer) return false;
    setSaved(answer);
    setDraft(answer);
    return true;
  };
  const discard = ({ slices }: Section) => {
    setDraft((now) => withSlices(now, saved, slices));
    setProblems({});
    setFailure('');
  };
  const form: SettingsForm = { flowId, settings: draft, set, errorOf: (path) => problems[path] };
  return {
    form,
    saved,
    problems,
    failure,
    isSaving,
    isDirty: ({ slices }: Section) => isChanged(saved, draft, slices),
    save,
    saveAll,
    discard,
    /** Switching sections clears the errors of this one. */
    forgetProblems: () => {
      setProblems({});
      setFailure('');
    },
  };
}

export type SettingsDrafts = ReturnType<typeof useSettingsDrafts>;
