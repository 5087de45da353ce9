import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { nodeOptionsQuery } from './node-options.queries.ts';
import { asText, type ParamScope, type VariableChoice } from './param-props.ts';
import styles from './params.module.css';
import { SelectField } from './select-field.tsx';

/** A column as templates declare it. */
export interface GridColumn {
  field: string;
  headerName: string;
  type?: string;
  valueOptions?: string[];
  loadMethod?: string;
}

interface CellProps {
  column: GridColumn;
  value: unknown;
  onChange: (value: unknown) => void;
  scope: ParamScope;
  variables: () => VariableChoice[];
}

function LoadedCell({ column, value, onChange, scope }: CellProps) {
  const t = useTexts(paramTexts);
  const { data = [] } = useQuery(nodeOptionsQuery(scope, column.loadMethod ?? '', {}));
  return (
    <SelectField
      label={column.headerName}
      value={asText(value)}
      options={data}
      emptyLabel={t('choose')}
      canBeEmpty
      onChange={onChange}
    />
  );
}

function FreeCell({ column, value, onChange, variables }: CellProps) {
  const listId = useId();
  const names = [...(column.valueOptions ?? []), ...variables().map((choice) => `{{${choice.name}}}`)];
  return (
    <>
      <input
        type="text"
        className={styles['input']}
        aria-label={column.headerName}
        list={listId}
        value={asText(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function ChoiceCell({ column, value, onChange }: CellProps) {
  const t = useTexts(paramTexts);
  const options = (column.valueOptions ?? []).map((name) => ({ name, label: name }));
  return (
    <SelectField
      label={column.headerName}
      value={asText(value)}
      options={options}
      emptyLabel={t('choose')}
      canBeEmpty
      onChange={onChange}
    />
  );
}

function Editor(props: CellProps) {
  const { column, value, onChange } = props;
  switch (column.type) {
    case 'boolean':
      return (
        <input
          type="checkbox"
          aria-label={column.headerName}
          checked={value === true || value === 'true'}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'singleSelect':
      return <ChoiceCell {...props} />;
    case 'asyncSingleSelect':
      return <LoadedCell {...props} />;
    case 'freeSolo':
      return <FreeCell {...props} />;
    default:
      return (
        <input
          type={column.type === 'number' ? 'number' : 'text'}
          className={styles['input']}
          aria-label={column.headerName}
          value={asText(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** One cell of a row, under its column's name. */
export function GridCell(props: CellProps) {
  return (
    <div className={styles['cell']} data-type={props.column.type}>
      <span aria-hidden="true">{props.column.headerName}</span>
      <Editor {...props} />
    </div>
  );
}
