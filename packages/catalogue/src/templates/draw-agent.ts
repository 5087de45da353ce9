import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { TemplateDrawing } from './template-drawing.ts';

interface Agent {
  systemMessage: string;
  tools: readonly NodeHandle[];
  /** The node of the model; the demo one when left out. */
  model?: NodeHandle;
}

/** Draws an agent to the right of its tools, with memory and model below them. */
export function drawAgent(drawing: TemplateDrawing, { systemMessage, tools, model }: Agent): NodeHandle {
  const memory = drawing.add('bufferMemory');
  const asked = model ?? drawing.add('demoModel');
  drawing.column();
  const agent = drawing.add('toolAgent', { systemMessage });
  for (const tool of tools) drawing.connect(tool, agent, 'tools');
  drawing.connect(memory, agent, 'memory').connect(asked, agent, 'model');
  return agent;
}
