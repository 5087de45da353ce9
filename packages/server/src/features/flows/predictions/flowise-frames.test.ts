import { describe, expect, it } from 'vitest';
import { FlowiseFrames, frame } from './flowise-frames.ts';

describe("Flowise's frames", () => {
  it('are an empty message line, one data line and a blank line', () => {
    expect(frame('token', 'a\n"b"')).toBe('message:\ndata:{"event":"token","data":"a\\n\\"b\\""}\n\n');
  });

  it('start once, with the first token', () => {
    const frames = new FlowiseFrames();
    expect(frames.of({ type: 'text-delta', text: 'a', callerId: 'n' })).toBe(
      frame('start', 'a') + frame('token', 'a'),
    );
    expect(frames.of({ type: 'text-delta', text: 'b', callerId: 'n' })).toBe(frame('token', 'b'));
  });

  it('send the whole text of an answer that came in one piece, and no list twice', () => {
    const frames = new FlowiseFrames();
    const tools = [{ tool: 'calculator', toolInput: 1, toolOutput: 2 }];
    const documents = [{ pageContent: 'a', metadata: {} }];
    expect(frames.of({ type: 'used-tools', tools, callerId: 'n' })).toBe(frame('usedTools', tools));
    const rest = frames.rest({ text: 'whole', usedTools: tools, sourceDocuments: documents }, 'whole');
    expect(rest).toBe(
      frame('start', 'whole') + frame('token', 'whole') + frame('sourceDocuments', documents),
    );
  });

  it('start a pipeline with its reasoning', () => {
    const frames = new FlowiseFrames();
    const reasoning = [{ agentName: 'a', messages: [], nodeName: 'seqAgent', nodeId: 'seqAgent_0' }];
    const emitted = frames.of({ type: 'agent-reasoning', at: 0, reasoning, callerId: 'n' });
    expect(emitted).toBe(frame('start', reasoning) + frame('agentReasoning', reasoning));
    // Each step emits its own; Flowise's clients get the whole list.
    const added = [{ agentName: 'b', messages: [], nodeName: 'seqAgent', nodeId: 'seqAgent_1' }];
    expect(frames.of({ type: 'agent-reasoning', at: 1, reasoning: added, callerId: 'n' })).toBe(
      frame('agentReasoning', [...reasoning, ...added]),
    );
    expect(frames.of({ type: 'next-agent', name: 'b', callerId: 'n' })).toBe(frame('nextAgent', 'b'));
    expect(frames.of({ type: 'run-start', flowId: 'f', question: 'q', versionNumber: 1, isDemo: true })).toBe(
      '',
    );
  });
});
