import type { TemplateTool } from '@tendril/contract/api/template-gallery';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './tool-view.module.css';

interface Row {
  property: string;
  type: string;
  description: string;
  isRequired: boolean;
}

/** The inputs of a tool, out of the JSON text they are kept as. */
function rowsOf(schema: string): Row[] {
  try {
    const rows: unknown = JSON.parse(schema);
    if (!Array.isArray(rows)) return [];
    return rows.map((row: Record<string, unknown>) => ({
      property: String(row['property'] ?? ''),
      type: String(row['type'] ?? ''),
      description: String(row['description'] ?? ''),
      isRequired: row['required'] === true || row['required'] === 'true',
    }));
  } catch {
    return [];
  }
}

/** A tool's inputs and code, to look at only. */
export function ToolView({ tool }: { tool: TemplateTool }) {
  const t = useTexts(marketplacesTexts);
  const rows = rowsOf(tool.schema);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box must be reachable by keyboard
    <div className={styles['view']} tabIndex={0}>
      <h2>{tool.name}</h2>
      <p>{tool.description}</p>
      <h3>{t('inputs')}</h3>
      {rows.length === 0 && <p>{t('noInputs')}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('property')}</th>
              <th scope="col">{t('propertyType')}</th>
              <th scope="col">{t('propertyText')}</th>
              <th scope="col">{t('required')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.property}>
                <th scope="row">{row.property}</th>
                <td>{row.type}</td>
                <td>{row.description}</td>
                <td>{t(row.isRequired ? 'yes' : 'no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3>{t('code')}</h3>
      <pre>{tool.func}</pre>
    </div>
  );
}
