import type { McpServerAnswer, McpTool } from '@tendril/contract/api/mcp-servers';
import { TriangleAlert } from 'lucide-react';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { Switch } from '../../kit/ui/switch.tsx';
import styles from './mcp.module.css';
import { useSwitchTools } from './mcp.queries.ts';

/** What a server offers, each with a switch: agents get only what is on. */
export function McpToolList({ server }: { server: McpServerAnswer }) {
  const t = useTexts(toolsTexts);
  const change = useSwitchTools();
  const { tools } = server;
  const turn = (names: string[], isOn: boolean) =>
    change.mutate({ id: server.id, names, isOn }, { onError: notifyError });
  if (tools.length === 0)
    return server.status === 'connected' ? <p className={styles['none']}>{t('noTools')}</p> : null;
  const on = tools.filter(({ isOn }) => isOn).length;
  const areAllOn = on === tools.length;
  return (
    <>
      <div className={styles['toolHead']}>
        <span>{t('toolsOn', { on, count: tools.length })}</span>
        <Button
          size="small"
          look="quiet"
          onClick={() =>
            turn(
              tools.map(({ name }) => name),
              !areAllOn,
            )
          }
        >
          {t(areAllOn ? 'switchAllOff' : 'switchAllOn')}
        </Button>
      </div>
      <ul className={styles['tools']}>
        {tools.map((tool) => (
          <ToolLine key={tool.name} tool={tool} onTurn={(isOn) => turn([tool.name], isOn)} />
        ))}
      </ul>
    </>
  );
}

function ToolLine({ tool, onTurn }: { tool: McpTool; onTurn: (isOn: boolean) => void }) {
  const t = useTexts(toolsTexts);
  const inputs = tool.inputs.map(({ name, isRequired }) => (isRequired ? `${name}*` : name)).join(', ');
  return (
    <li>
      <Switch label={t('switchTool', { name: tool.name })} isOn={tool.isOn} onChange={onTurn} />
      <div>
        <span className={styles['toolName']}>
          <code>{tool.name}</code>
          {tool.isChanged && (
            <span title={t('changedHelp')}>
              <StatusChip tone="warning" Icon={TriangleAlert} label={t('changedTool')} />
            </span>
          )}
        </span>
        <p>{tool.description}</p>
        {tool.isChanged && <small>{t('changedHelp')}</small>}
        {inputs && <small>{t('inputsOf', { names: inputs })}</small>}
      </div>
    </li>
  );
}
