import { postMcp } from '@tendril/contract/api/mcp';
import { fillPath, studioOrigin } from '../../../kit/api/address.ts';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CopyBox } from '../../../kit/ui/copy-box.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { AreaField } from '../fields/area-field.tsx';
import { FieldNote } from '../fields/field-note.tsx';
import fieldStyles from '../fields/fields.module.css';
import { SwitchField } from '../fields/switch-field.tsx';
import type { SettingsForm, SettingsSection } from '../settings-form.ts';
import styles from './sections.module.css';

/** Where MCP clients find the flow. */
export function mcpAddress(flowId: string): string {
  return studioOrigin() + fillPath(postMcp.path, { flowId });
}

function McpForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const { enabled = false, toolName = '', description = '' } = form.settings.mcpServerConfig;
  const address = mcpAddress(form.flowId);
  return (
    <section className={styles['group']}>
      <SwitchField
        label={t('mcpSwitch')}
        isOn={enabled}
        onChange={(isOn) => form.set('mcpServerConfig', { enabled: isOn })}
      />
      {enabled && (
        <>
          <TextField
            label={t('toolName')}
            hint={t('toolNameHint')}
            value={toolName}
            maxLength={64}
            error={form.errorOf('mcpServerConfig.toolName')}
            onChange={({ target }) => form.set('mcpServerConfig', { toolName: target.value })}
          />
          <AreaField
            label={t('toolDescription')}
            hint={t('toolDescriptionHint')}
            text={description}
            maxLength={2000}
            error={form.errorOf('mcpServerConfig.description')}
            onChange={(text) => form.set('mcpServerConfig', { description: text })}
          />
          <div className={fieldStyles['field']}>
            <span className={fieldStyles['legend']}>{t('mcpUrl')}</span>
            <CopyBox text={address} copyLabel={t('copy')} />
            <FieldNote id="settings-mcp-note" hint={t('mcpUrlHint')} />
          </div>
        </>
      )}
    </section>
  );
}

/** The flow as a tool of other programs. */
export const mcpSection = {
  id: 'mcp',
  slices: [{ column: 'mcpServerConfig' }],
  Form: McpForm,
} as const satisfies Omit<SettingsSection, 'title'>;
