import type { FlowNode } from '@tendril/contract/flow/flow';
import type { PlannedInput, PlannedNode } from '../../flow-plan.ts';
import { type DrawnStep, entryOfStep, type Report } from './drawn-step.ts';
import { FailedPart } from './failed-part.ts';
import type { LoadedPart } from './load-parts.ts';
import { planValues } from './plan-values.ts';
import { checkCredential, credentialOf } from './step-credential.ts';
import { dependenciesOf, gateOf, joinOf, type StepPlanning } from './step-planning.ts';
import { type PartInput, stepReader } from './step-reader.ts';

/** The component of the same group whose output an anchor of this one takes, as embeddings for a store. */
function siblingFor(type: string, own: LoadedPart, all: readonly LoadedPart[]): LoadedPart | undefined {
  const wanted = new Set(type.split('|').map((name) => name.trim()));
  const siblings = all.filter(
    (one) =>
      one !== own && one.part.param === own.part.param && one.part.place?.index === own.part.place?.index,
  );
  return siblings.find(({ definition, output }) =>
    definition.outputs[output]?.classes.some((name) => wanted.has(name)),
  );
}

/** A component as a node of its own. */
export interface PlannedPart {
  planned: PlannedNode;
  /** Names under which siblings take it. */
  feeds: Map<string, string>;
}

/** A component as a node of its own, made when the step is reached: its form, credential and trace are as everywhere. */
export function planPart(
  own: LoadedPart,
  all: readonly LoadedPart[],
  step: DrawnStep,
  planning: StepPlanning,
): PlannedPart {
  const { part, definition, output } = own;
  const label = `${step.node.data.label}: ${definition.label}`;
  const node: FlowNode = {
    id: part.id,
    position: step.node.position,
    data: { id: part.id, name: part.component, label, inputs: part.config },
  };
  const report: Report = (problem) =>
    planning.report({ ...problem, nodeId: step.node.id, input: part.param });
  const feeds = new Map<string, string>();
  const partInputs: PartInput[] = [];
  for (const [name, input] of Object.entries(definition.inputs)) {
    if (input.kind !== 'anchor') continue;
    const sibling = siblingFor(input.type, own, all);
    if (sibling) {
      feeds.set(sibling.part.id, name);
      const parts = [{ nodeId: sibling.part.id, output: sibling.output }];
      const list = input.list && { list: { length: 1, hasFields: false } };
      partInputs.push({ name, parts, ...list });
    } else if (!input.optional) {
      report({ code: 'REQUIRED', message: `${label} needs ${input.label}, which a step cannot give it.` });
    }
  }
  checkCredential(node, definition, report);
  const entry = entryOfStep(step);
  const inputs: PlannedInput[] = [
    ...gateOf(entry, planning.sources),
    ...planValues(node, definition, report),
    ...partInputs.map(
      ({ name, parts }): PlannedInput => ({ kind: 'anchor', name, sources: [...parts], isList: false }),
    ),
  ];
  const credentialId = credentialOf(node);
  const planned: PlannedNode = {
    id: part.id,
    name: part.component,
    label,
    definition,
    inputs,
    dependencies: dependenciesOf(inputs),
    output,
    ...(entry !== undefined && { entry }),
    read: stepReader({
      entry,
      join: joinOf(step, entry),
      stepIds: planning.stepIds,
      partInputs,
      partOf: { stepId: step.node.id, configName: `${part.param}Config` },
    }),
    // Its failure is the step's: it is tried again, and handled, as the step's own.
    ...(step.node.data.settings && { settings: step.node.data.settings }),
    failed: (_values, failure) => ({ [output]: new FailedPart(failure) }),
    ...(credentialId !== undefined && { credentialId }),
  };
  return { planned, feeds };
}
