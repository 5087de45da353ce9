import type { AssistantPart } from '@tendril/contract/flow/assistant-details';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import { CredentialInput } from '../../kit/params/credential-input.tsx';
import { ParamForm } from '../../kit/params/param-form.tsx';
import { ToolPicker } from '../../kit/params/tool-picker.tsx';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './assistant-editor.module.css';

interface PartFormProps {
  part: AssistantPart;
  template: NodeTemplate;
  /** The assistant's flow: files of the part are kept by it. */
  flowId: string | null;
  onChange: (part: AssistantPart) => void;
}

/** The parameters of a model or a tool, each in the editor of its type. */
export function PartForm({ part, template, flowId, onChange }: PartFormProps) {
  const t = useTexts(assistantTexts);
  const all = template.credential ? [template.credential, ...template.inputs] : template.inputs;
  const inputs = all.filter(({ type }) => type === 'credential' || isParamType(type));
  const credential = part.credential ?? '';
  if (inputs.length === 0) return <p className={styles['quiet']}>{t('noToolSettings')}</p>;
  return (
    <ParamForm
      inputs={inputs}
      values={part.inputs ?? {}}
      onChange={(changes) => onChange({ ...part, inputs: { ...part.inputs, ...changes } })}
      scope={{
        nodeName: part.name,
        nodeId: part.id ?? part.name,
        nodeLabel: template.label,
        credential,
        flowId: flowId ?? undefined,
        renderRecordTools: (props) => <ToolPicker {...props} />,
      }}
      renderCredential={(fieldId, input) => (
        <CredentialInput
          fieldId={fieldId}
          input={input}
          value={credential}
          onChange={(id) => onChange({ ...part, credential: id })}
        />
      )}
    />
  );
}
