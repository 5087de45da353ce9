import { readGroups } from '@tendril/contract/node/list-value';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { visibleInputs } from '@tendril/contract/node/visibility';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { nestedScope } from './nested-scope.ts';
import { type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

type Group = Record<string, unknown>;

/** A new group, with its defaults; '' is "not set", as everywhere in flow files. */
function newGroup(fields: readonly TemplateInput[]): Group {
  const group: Group = {};
  for (const field of fields) group[field.name] ??= field.default ?? '';
  return group;
}

function swapped(groups: readonly Group[], index: number, by: number): Group[] {
  const moved = groups.toSpliced(index, 1);
  return moved.toSpliced(index + by, 0, groups[index] ?? {});
}

interface GroupProps extends Pick<EditorProps, 'input' | 'values' | 'scope' | 'Field'> {
  group: Group;
  index: number;
  count: number;
  onChange: (changes: Readonly<Record<string, unknown>>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function GroupFields({ group, index, count, input, values, scope, Field, ...acts }: GroupProps) {
  const t = useTexts(paramTexts);
  const name = t('group', { label: input.label, number: index + 1 });
  const fields = (input.array ?? []) as TemplateInput[];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a column everywhere
    <div role="group" aria-label={name} className={styles['group']} data-group={index}>
      <header>
        <span>{name}</span>
        <IconButton
          label={t('moveUp', { name })}
          size="small"
          data-act="up"
          disabled={index === 0}
          onClick={() => acts.onMove(-1)}
        >
          <ArrowUp size={16} />
        </IconButton>
        <IconButton
          label={t('moveDown', { name })}
          size="small"
          data-act="down"
          disabled={index === count - 1}
          onClick={() => acts.onMove(1)}
        >
          <ArrowDown size={16} />
        </IconButton>
        <IconButton
          label={t('removeGroup', { name })}
          size="small"
          data-act="remove"
          disabled={count <= (input.minItems ?? 0)}
          onClick={acts.onRemove}
        >
          <X size={16} />
        </IconButton>
      </header>
      {visibleInputs(fields, values, index)
        .filter((field) => !field.hidden)
        .map((field) => (
          <Field
            key={field.name}
            input={field}
            values={group}
            onChangeValues={acts.onChange}
            scope={nestedScope(scope)}
          />
        ))}
    </div>
  );
}

/** Where the cursor goes once the list has changed: what was pressed may stand elsewhere, or be gone. */
function useFocusAfter() {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const places = wanted.current.split('|');
    wanted.current = null;
    const found = places.map((place) => list.current?.querySelector<HTMLElement>(`${place}:not(:disabled)`));
    found.find((one) => one)?.focus();
  });
  return {
    list,
    focusAfter: (...places: string[]) => {
      wanted.current = places.join('|');
    },
  };
}

/** A list of groups of fields: each can be added, moved and taken away, also by keyboard. */
export function ArrayInput({ fieldId, input, value, onChange, values, scope, Field }: EditorProps) {
  const t = useTexts(paramTexts);
  const groups = readGroups(valueOrDefault(value, input));
  const { list, focusAfter } = useFocusAfter();
  const at = (index: number) => `:scope > [data-group="${index}"]`;
  const move = (index: number, by: number) => {
    const [act, other] = by < 0 ? ['up', 'down'] : ['down', 'up'];
    const header = `${at(index + by)} > header`;
    focusAfter(`${header} > [data-act="${act}"]`, `${header} > [data-act="${other}"]`);
    onChange(swapped(groups, index, by));
  };
  const remove = (index: number) => {
    const left = Math.min(index, groups.length - 2);
    focusAfter(`${at(left)} > header > [data-act="remove"]`, ':scope > div > [data-act="add"]');
    onChange(groups.toSpliced(index, 1));
  };
  const add = () => {
    focusAfter(`${at(groups.length)} :is(input, textarea, select)`);
    onChange([...groups, newGroup((input.array ?? []) as TemplateInput[])]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a column everywhere
    <div
      id={fieldId}
      ref={list}
      role="group"
      aria-labelledby={`${fieldId}-label`}
      className={styles['groups']}
    >
      {groups.map((group, index) => (
        <GroupFields
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity
          key={index}
          group={group}
          index={index}
          count={groups.length}
          input={input}
          values={{ ...values, [input.name]: groups }}
          scope={scope}
          Field={Field}
          onChange={(changes) => onChange(groups.with(index, { ...group, ...changes }))}
          onMove={(by) => move(index, by)}
          onRemove={() => remove(index)}
        />
      ))}
      <div>
        <Button size="small" data-act="add" icon={<Plus size={16} />} onClick={add}>
          {t('addGroup', { label: input.label })}
        </Button>
      </div>
    </div>
  );
}
