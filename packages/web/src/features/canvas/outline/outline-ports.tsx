import { Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import { useShallow } from 'zustand/shallow';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { canInsert } from '../add/can-insert.ts';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';
import { drawnInputs } from '../document/drawn-inputs.ts';
import { type Fit, possibleEdges } from '../document/fitting-handles.ts';
import { outputPorts } from '../document/node-ports.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { connectParts, labelOf, removeParts } from '../run/spoken-acts.ts';
import type { AddBoxRequest } from '../view/add-box-store.ts';
import { givenName } from '../view/handle-look.ts';
import styles from '../view/outline.module.css';

interface Place {
  id: string;
  label: string;
  isRequired: boolean;
  edges: CanvasEdge[];
  fits: Fit[];
}

function usePlaces(node: CanvasNode): { inputs: Place[]; outputs: Place[] } {
  const names = useTexts(canvasTexts);
  const { nodes, edges, groups } = useCanvas(
    useShallow((state) => ({ nodes: state.nodes, edges: state.edges, groups: state.groups })),
  );
  const fits = useMemo(
    () => possibleEdges({ nodes, edges, groups }, node.id),
    [nodes, edges, groups, node.id],
  );
  return {
    inputs: drawnInputs(node.data).map(({ id, label, isRequired }) => ({
      ...{ id, label, isRequired },
      edges: edges.filter((edge) => edge.target === node.id && edge.targetHandle === id),
      fits: fits.filter(({ ends, isFromOutput }) => !isFromOutput && ends.targetHandle === id),
    })),
    outputs: outputPorts(node.data).map(({ id, label, type }) => {
      const given = givenName(label, type);
      return {
        ...{ id, label: given ? names(given) : label, isRequired: false },
        edges: edges.filter((edge) => edge.source === node.id && edge.sourceHandle === id),
        fits: fits.filter(({ ends, isFromOutput }) => isFromOutput && ends.sourceHandle === id),
      };
    }),
  };
}

interface PlaceRowProps {
  node: CanvasNode;
  place: Place;
  isInput: boolean;
  onAdd: (request: AddBoxRequest) => void;
}

const keyOf = ({ ends }: Fit) => `${ends.sourceHandle} ${ends.targetHandle}`;

/** One connection, to insert a node into or to remove. */
function End({ edge, node, isInput, onAdd }: Omit<PlaceRowProps, 'place'> & { edge: CanvasEdge }) {
  const t = useTexts(canvasToolsTexts);
  const names = useTexts(canvasTexts);
  const store = useCanvasStore();
  const isLocked = useCanvas((state) => state.isLocked);
  const hasInsert = useCanvas((state) => canInsert(state, edge));
  const [source, target] = [labelOf(store, edge.source), labelOf(store, edge.target)];
  return (
    <span className={styles['end']}>
      {isInput ? source : target}
      {hasInsert && (
        <IconButton
          label={t('insertOnEdge', { source, target })}
          size="small"
          disabled={isLocked}
          onClick={() => onAdd({ at: node.position, edgeId: edge.id })}
        >
          <Plus size={14} />
        </IconButton>
      )}
      <IconButton
        label={names('disconnect', { source, target })}
        size="small"
        disabled={isLocked}
        onClick={() => removeParts(store, new Set(), new Set([edge.id]))}
      >
        <X size={14} />
      </IconButton>
    </span>
  );
}

/** The places of other nodes that fit, to choose one. */
function FitChoice({ place, isInput }: Pick<PlaceRowProps, 'place' | 'isInput'>) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const { fits, label } = place;
  const wordsOf = ({ otherLabel, otherPort }: Fit) =>
    isInput
      ? t('outlineConnectFrom', { node: otherLabel })
      : t('outlineConnectInto', { node: otherLabel, port: otherPort });
  return (
    <SelectField
      label={t('outlineConnect', { port: label })}
      value=""
      emptyLabel={t('outlineConnectTo')}
      canBeEmpty
      options={fits.map((fit) => ({ name: keyOf(fit), label: wordsOf(fit) }))}
      onChange={(key) => {
        const fit = fits.find((candidate) => keyOf(candidate) === key);
        if (fit) connectParts(store, fit.ends);
      }}
    />
  );
}

/** What is connected at one place of a node, to take away, and what may be connected there. */
function PlaceRow({ node, place, isInput, onAdd }: PlaceRowProps) {
  const t = useTexts(canvasToolsTexts);
  const names = useTexts(canvasTexts);
  const isLocked = useCanvas((state) => state.isLocked);
  const { id, label, edges, fits, isRequired } = place;
  const end = { nodeId: node.id, handleId: id, isFromOutput: !isInput };
  return (
    <li className={styles['place']}>
      <span className={styles['port']}>
        {label}
        {isRequired && <b title={names('required')}>*</b>}
      </span>
      <div className={styles['ends']}>
        {edges.map((edge) => (
          <End key={edge.id} edge={edge} node={node} isInput={isInput} onAdd={onAdd} />
        ))}
        {edges.length === 0 && (
          <span className={styles['free']}>{t(isRequired ? 'outlineRequired' : 'outlineNothing')}</span>
        )}
        {fits.length > 0 && !isLocked && <FitChoice place={place} isInput={isInput} />}
        {!isLocked && (edges.length === 0 || !isInput) && (
          <IconButton
            label={t('outlineAddAt', { port: label })}
            size="small"
            onClick={() => onAdd({ at: newPlace(node, isInput), from: end })}
          >
            <Plus size={16} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

/** Beside the node, on the side its place is at. */
function newPlace({ position }: CanvasNode, isInput: boolean): AddBoxRequest['at'] {
  const columnWidth = 376;
  return { x: position.x + (isInput ? -96 : columnWidth), y: position.y + 80 };
}

/** What a node takes and what it gives to, each connection to make and to take away. */
export function OutlinePorts({ node, onAdd }: { node: CanvasNode; onAdd: (request: AddBoxRequest) => void }) {
  const t = useTexts(canvasToolsTexts);
  const { inputs, outputs } = usePlaces(node);
  return (
    <>
      {inputs.length > 0 && (
        <>
          <h4>{t('outlineInputs')}</h4>
          <ul className={styles['places']}>
            {inputs.map((place) => (
              <PlaceRow key={place.id} node={node} place={place} isInput onAdd={onAdd} />
            ))}
          </ul>
        </>
      )}
      {outputs.length > 0 && (
        <>
          <h4>{t('outlineOutputs')}</h4>
          <ul className={styles['places']}>
            {outputs.map((place) => (
              <PlaceRow key={place.id} node={node} place={place} isInput={false} onAdd={onAdd} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
