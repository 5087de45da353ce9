import type { ApiKey } from '@tendril/contract/api/api-keys';
import { Link } from 'react-router';
import { Age } from '../../kit/lists/age.tsx';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './key-table.module.css';

/** The unfolded part of a key: the flows that only this key may run. */
export function BoundFlows({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  return (
    <table className={styles['flows']} aria-label={t('showFlows', { name: apiKey.keyName, flows: '' })}>
      <thead>
        <tr>
          <th>{t('flowName')}</th>
          <th>{t('modified')}</th>
          <th>{t('category')}</th>
        </tr>
      </thead>
      <tbody>
        {apiKey.chatFlows.map(({ id, flowName, type, category, updatedDate }) => (
          <tr key={id}>
            <td>
              <Link to={`${type === 'CHATFLOW' ? '/canvas' : '/agentcanvas'}/${id}`}>{flowName}</Link>
            </td>
            <td>
              <Age at={updatedDate} />
            </td>
            <td>{category?.split(';').filter(Boolean).join(', ') || t('noCategory')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
