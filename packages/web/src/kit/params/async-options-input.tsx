import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { toMessage } from '../lib/to-message.ts';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ComboField } from './combo-field.tsx';
import { isRecordList, nodeOptionsQuery } from './node-options.queries.ts';
import { asText, type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

/** One of a list the node loads. */
export function AsyncOptionsInput({ fieldId, input, value, onChange, values, scope }: EditorProps) {
  const t = useTexts(paramTexts);
  const loadMethod = input.loadMethod ?? '';
  const drawn = scope.drawnOptions?.(loadMethod);
  const isLoaded = drawn === undefined && (!scope.cannotLoad || input.loadConfig === true);
  const {
    data = [],
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...nodeOptionsQuery(scope, loadMethod, values),
    enabled: isLoaded,
  });
  return (
    <>
      <div className={styles['withButton']}>
        <ComboField
          id={fieldId}
          value={asText(valueOrDefault(value, input))}
          options={drawn ?? data}
          placeholder={input.placeholder ?? t(isLoaded || drawn ? 'choose' : 'writeValue')}
          emptyText={t(isFetching ? 'loadingOptions' : 'noOptions')}
          takesOwnText={(!isLoaded && !drawn) || input.freeSolo === true || !isRecordList(loadMethod)}
          onChange={onChange}
        />
        {isLoaded && (
          <IconButton label={t('reload')} aria-busy={isFetching} onClick={() => void refetch()}>
            <RotateCw size={16} />
          </IconButton>
        )}
        {scope.renderRecordTools?.({
          loadMethod,
          value: asText(value),
          onChange,
          onStored: () => void refetch(),
        })}
      </div>
      {error && <p className={styles['missing']}>{t('optionsFailed', { reason: toMessage(error) })}</p>}
    </>
  );
}
