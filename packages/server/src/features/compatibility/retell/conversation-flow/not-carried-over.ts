import type {
  NotCarriedOver,
  RetellFlowBody,
  RetellFlowNode,
} from '@tendril/contract/api/retell-conversation-flows';

/** Fields of a flow that its pipeline does nothing with. */
const flowFields: Readonly<Record<string, string>> = {
  begin_after_user_silence_ms: 'the agent decides when it begins to speak',
  components: 'parts of a flow are not run; their nodes go on by the else edge',
  flex_mode: 'a flow goes by its edges alone',
  is_transfer_cf: 'calls are not handed over by another flow',
  kb_config: 'attach knowledge to a step of the pipeline instead',
  knowledge_base_ids: 'attach knowledge to a step of the pipeline instead',
  mcps: 'add MCP tools to a step of the pipeline instead',
  start_speaker: 'who speaks first is a setting of the agent',
  tool_call_strict_mode: 'arguments always follow their schema',
};

/** Fields of nodes that their steps do nothing with. */
const nodeFields: Readonly<Record<string, string>> = {
  allow_dtmf_interruption: 'keys do not interrupt',
  custom_stt_config: 'the recognizer is a setting of the agent',
  custom_sip_headers: 'transfers carry no headers of their own',
  delay_ms: 'keys are pressed at once',
  enable_typing_sound: 'there is no typing sound',
  finetune_conversation_examples: 'examples are not used',
  finetune_transition_examples: 'examples are not used',
  ignore_e164_validation: 'numbers have to be in E.164 form',
  interruption_sensitivity: 'it is a setting of the agent',
  kb_config: 'attach knowledge to the step of the pipeline instead',
  knowledge_base_ids: 'attach knowledge to the step of the pipeline instead',
  reminder_max_count: 'it is a setting of the agent',
  reminder_trigger_ms: 'it is a setting of the agent',
  responsiveness: 'it is a setting of the agent',
  speak_during_execution: 'nothing is said while something is done',
  stt_mode: 'it is a setting of the agent',
  timeout_ms: 'code has the time limit of the server',
  tool_ids: 'add tools to the step of the pipeline instead',
  tools: 'add tools to the step of the pipeline instead',
  voice_speed: 'it is a setting of the agent',
};

/** Nodes of types that no step does: they are passed through. */
const nodeTypes: Readonly<Partial<Record<RetellFlowNode['type'], string>>> = {
  sms: 'no text message is sent; it goes on by its failed edge',
  agent_swap: 'the agent stays; it goes on by its edge',
  mcp: 'no MCP tool is called; it goes on by its edges',
  component: 'the component is not run; it goes on by its edges',
  bridge_transfer: 'no transfer is bridged',
  cancel_transfer: 'no transfer is cancelled',
};

/** What of a conversation flow its pipeline will not do, with the path of each. */
export function findNotCarriedOver(flow: RetellFlowBody): NotCarriedOver[] {
  const found = fieldsOf(flow, flowFields, '');
  for (const [index, node] of (flow.nodes ?? []).entries()) {
    const path = `nodes.${index}`;
    const type = nodeTypes[node.type];
    if (type !== undefined) found.push({ path: `${path}.type`, message: `${node.type}: ${type}` });
    found.push(...fieldsOf(node, nodeFields, `${path}.`), ...partsOf(node, flow, path));
  }
  return found;
}

function partsOf(node: RetellFlowNode, flow: RetellFlowBody, path: string): NotCarriedOver[] {
  const found: NotCarriedOver[] = [];
  const say = (field: string, message: string) => found.push({ path: `${path}.${field}`, message });
  if (node.type === 'function') {
    const tool = flow.tools?.find(({ tool_id: id }) => id !== undefined && id === node.tool_id);
    if (tool?.type !== 'custom' || !tool.url)
      say('tool_id', 'only custom tools of the flow itself are called');
    if (node['wait_for_result'] === false) say('wait_for_result', 'results are always waited for');
  }
  if (node.type === 'transfer_call') {
    if (node.transfer_destination?.type !== 'predefined')
      say('transfer_destination', 'only a number that is written there is called');
    if ((node['transfer_option'] as { type?: unknown } | undefined)?.type !== 'cold_transfer')
      say('transfer_option', 'the call is transferred cold');
  }
  if (node.skip_response_edge && node.type === 'conversation')
    say('skip_response_edge', 'what is said before it is part of the conversation, not spoken');
  if (node.global_node_setting?.['go_back_conditions'])
    say('global_node_setting.go_back_conditions', 'it goes on by the edges of the node');
  if (node.global_node_setting?.['cool_down'])
    say('global_node_setting.cool_down', 'there is no waiting time');
  if (node.instruction?.type === 'template') say('instruction.type', 'templates are not filled in');
  return found;
}

function fieldsOf(
  value: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>>,
  path: string,
): NotCarriedOver[] {
  return Object.entries(fields).flatMap(([field, message]) =>
    isSet(value[field]) ? [{ path: `${path}${field}`, message }] : [],
  );
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false;
}
