import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SwitchField } from '../flow-settings/fields/switch-field.tsx';
import { mcpAddress } from '../flow-settings/sections/mcp-section.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyLine } from './copy-line.tsx';
import { mcpSample } from './mcp-sample.ts';
import { keyPlaceholder } from './share-access.ts';
import styles from './share-dialog.module.css';
import { useShareSettings } from './share-keys.queries.ts';
import type { ShareTabProps } from './share-tab.ts';

/** How MCP clients use the flow as a tool. */
export function McpTab({ flowId, flowName, settings, access }: ShareTabProps) {
  const t = useTexts(shareTexts);
  const save = useShareSettings(flowId);
  const isOn = settings.mcpServerConfig.enabled === true;
  const url = mcpAddress(flowId);
  const switchTo = (enabled: boolean) =>
    save.mutate(
      { mcpServerConfig: { ...settings.mcpServerConfig, enabled } },
      {
        onSuccess: () => notify(t(enabled ? 'mcpOn' : 'mcpOff'), 'success'),
        onError: notifyError,
      },
    );
  return (
    <>
      <p className={styles['help']}>{t('mcpHelp')}</p>
      <SwitchField label={t('mcpSwitch')} isOn={isOn} onChange={switchTo} />
      {isOn && (
        <>
          <CopyLine label={t('mcpUrl')} text={url} />
          <CodeBlock
            title={t('mcpConfig')}
            code={mcpSample({ url, name: flowName, apiKey: access.apiKey ?? keyPlaceholder })}
          />
        </>
      )}
    </>
  );
}
