import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { say } from '../../kit/texts/texts.ts';
import { nodeColour } from '../../kit/theme/node-look.ts';
import { itemWords } from './item-words.ts';
import { stepColour } from './step-colour.ts';
import type { Trace, TraceSpan } from './trace.ts';

/** How spans are called and coloured: a step bears the label of the node that owns it. */
export interface SpanNames {
  titleOf: (span: TraceSpan) => string;
  colourOf: (span: TraceSpan) => string;
}

/** Names from the trace itself, and from the catalogue for nodes with only an end event. */
export function useSpanNames({ spans }: Trace): SpanNames {
  const { data: templates } = useQuery(nodesQuery);
  return useMemo(() => {
    const templateByName = new Map(templates?.map((template) => [template.name, template]));
    const nodeById = new Map(
      spans.flatMap((span) => (span.kind === 'node' ? [[span.nodeId, span] as const] : [])),
    );
    const labelOf = (node: TraceSpan | undefined) =>
      node && (node.label ?? templateByName.get(node.name)?.label);
    const titleOf = (span: TraceSpan) =>
      (span.kind === 'node' ? labelOf(span) : labelOf(nodeById.get(span.nodeId))) ?? span.name;
    return {
      titleOf: (span) => {
        const { frame, items, round } = span;
        const name =
          frame === undefined
            ? titleOf(span)
            : say(traceTexts, 'itemTitle', { name: titleOf(span), item: itemWords({ frame, items }) });
        return round === undefined ? name : say(traceTexts, 'roundTitle', { name, round });
      },
      colourOf: (span) =>
        span.kind === 'node'
          ? nodeColour({ name: span.name, category: templateByName.get(span.name)?.category })
          : stepColour(span.kind),
    };
  }, [spans, templates]);
}
