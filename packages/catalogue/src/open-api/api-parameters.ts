import { asList, asNode, asNodes, asText, type Node, type OpenApiDocument } from './api-document.ts';
import { toIdentifier } from './identifiers.ts';
import type { RequestParameter, ToolRequest } from './tool-request.ts';

const maxParameters = 80;
const maxDescription = 600;

/** The inputs of an operation, and how its body is sent. */
interface OperationInputs {
  parameters: RequestParameter[];
  body: ToolRequest['body'];
  /** Content type of a body that is neither JSON nor a form. */
  contentType: string | undefined;
  remarks: string[];
}

/** Reads path, query and header parameters and the fields of the body. */
export function operationInputs(
  document: OpenApiDocument,
  shared: unknown,
  operation: Node,
): OperationInputs {
  const inputs: OperationInputs = { parameters: [], body: 'none', contentType: undefined, remarks: [] };
  const taken = new Set<string>();
  const add = (field: Field) => {
    if (inputs.parameters.length >= maxParameters) return;
    const name = toIdentifier(field.wireName, taken);
    taken.add(name);
    inputs.parameters.push(toParameter(document, name, field));
  };
  for (const parameter of mergeParameters(document, shared, operation['parameters'])) {
    const place = parameter['in'];
    const wireName = asText(parameter['name'], 200);
    if (wireName === '' || place === 'body' || place === 'formData') continue;
    if (place === 'cookie') {
      inputs.remarks.push(`The cookie ${wireName} is left out.`);
      continue;
    }
    if (place !== 'path' && place !== 'query' && place !== 'header') continue;
    if (place === 'header' && /^(accept|content-type|authorization|host|content-length)$/i.test(wireName))
      continue;
    const required = place === 'path' || parameter['required'] === true;
    add({
      wireName,
      place,
      required,
      schema: parameter['schema'] ?? parameter,
      about: parameter['description'],
    });
  }
  readBody(document, operation, inputs, add);
  if (inputs.parameters.length >= maxParameters)
    inputs.remarks.push(`Only the first ${maxParameters} inputs are taken.`);
  return inputs;
}

interface Field {
  wireName: string;
  place: RequestParameter['place'];
  required: boolean;
  schema: unknown;
  about: unknown;
}

/** Those that the path declares and the operation does not override, then the operation's own. */
function mergeParameters(document: OpenApiDocument, shared: unknown, own: unknown): Node[] {
  const read = (list: unknown) => asNodes(list, 200, document.resolve);
  const keyOf = (one: Node) => `${String(one['in'])}/${String(one['name'])}`;
  const owned = read(own);
  const keys = new Set(owned.map(keyOf));
  return [...read(shared).filter((one) => !keys.has(keyOf(one))), ...owned];
}

function readBody(
  document: OpenApiDocument,
  operation: Node,
  inputs: OperationInputs,
  add: (field: Field) => void,
): void {
  const body = document.resolve(operation['requestBody']);
  const content = asNode(body?.['content']);
  if (!body || !content) {
    readOldBody(document, operation, inputs, add);
    return;
  }
  const types = Object.keys(content);
  const json = types.find((type) => /[/+]json\b/i.test(type));
  const form = types.find((type) => /x-www-form-urlencoded/i.test(type));
  const chosen = json ?? form ?? types[0];
  if (chosen === undefined) return;
  const isText = !json && !form;
  if (isText && /multipart|octet-stream|image|audio|video/i.test(chosen)) {
    inputs.remarks.push(`Its body (${chosen}) cannot be sent by a tool.`);
    return;
  }
  if (isText) inputs.contentType = chosen;
  const schema = asNode(content[chosen])?.['schema'];
  const required = body['required'] === true;
  addBody(document, { schema, required, isForm: !json && form !== undefined, isText }, inputs, add);
}

/** Swagger 2: `in: body` and `in: formData` parameters. */
function readOldBody(
  document: OpenApiDocument,
  operation: Node,
  inputs: OperationInputs,
  add: (field: Field) => void,
): void {
  for (const parameter of asNodes(operation['parameters'], 200, document.resolve)) {
    if (parameter['in'] === 'body')
      addBody(
        document,
        {
          schema: parameter['schema'],
          required: parameter['required'] === true,
          isForm: false,
          isText: false,
        },
        inputs,
        add,
      );
    if (parameter['in'] !== 'formData') continue;
    if (parameter['type'] === 'file') {
      inputs.remarks.push(`The file ${asText(parameter['name'], 100)} cannot be sent by a tool.`);
      continue;
    }
    inputs.body = 'form';
    const wireName = asText(parameter['name'], 200);
    if (wireName)
      add({
        wireName,
        place: 'body',
        required: parameter['required'] === true,
        schema: parameter,
        about: parameter['description'],
      });
  }
}

function addBody(
  document: OpenApiDocument,
  {
    schema,
    required,
    isForm,
    isText,
  }: { schema: unknown; required: boolean; isForm: boolean; isText: boolean },
  inputs: OperationInputs,
  add: (field: Field) => void,
): void {
  const fields = isText ? undefined : objectFields(document, schema);
  if (!fields) {
    inputs.body = 'whole';
    inputs.contentType ??= isForm
      ? 'application/x-www-form-urlencoded'
      : isText
        ? 'text/plain'
        : 'application/json';
    add({
      wireName: 'body',
      place: 'body',
      required,
      schema: isText ? { type: 'string' } : schema,
      about: 'The body of the request.',
    });
    return;
  }
  inputs.body = isForm ? 'form' : 'json';
  for (const [wireName, { schema: inner, isRequired }] of fields)
    add({
      wireName,
      place: 'body',
      required: isRequired,
      schema: inner,
      about: document.resolve(inner)?.['description'],
    });
}

/** Fields of an object schema including its `allOf`; undefined for any other schema. */
function objectFields(
  document: OpenApiDocument,
  schema: unknown,
  depth = 0,
): Map<string, { schema: unknown; isRequired: boolean }> | undefined {
  const node = document.resolve(schema);
  if (!node || depth > 6) return undefined;
  const fields = new Map<string, { schema: unknown; isRequired: boolean }>();
  for (const part of asList(node['allOf']).slice(0, 20))
    for (const [name, field] of objectFields(document, part, depth + 1) ?? []) fields.set(name, field);
  const required = new Set(asList(node['required']));
  for (const [name, inner] of Object.entries(asNode(node['properties']) ?? {}).slice(0, maxParameters)) {
    if (document.resolve(inner)?.['readOnly'] !== true)
      fields.set(name, { schema: inner, isRequired: required.has(name) });
  }
  return fields.size > 0 ? fields : undefined;
}

function toParameter(document: OpenApiDocument, name: string, field: Field): RequestParameter {
  const schema = document.resolve(field.schema) ?? {};
  const type = asList(schema['type']).find((one) => one !== 'null') ?? schema['type'];
  const plain =
    type === 'integer' || type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : 'string';
  const isNested = type === 'object' || type === 'array' || (type === undefined && isStructured(schema));
  const isJson = isNested && field.place === 'body';
  const choices = asList(schema['enum'])
    .filter((one) => ['string', 'number'].includes(typeof one))
    .slice(0, 40);
  const about = [
    asText(field.about, maxDescription) || asText(schema['description'], maxDescription),
    isNested &&
      (isJson
        ? `JSON text of ${type === 'array' ? 'a list' : 'an object'}.`
        : 'Several values joined by commas.'),
    choices.length > 0 && `One of: ${choices.join(', ')}.`,
  ];
  return {
    name,
    wireName: field.wireName,
    place: field.place,
    type: plain,
    ...(isJson && { isJson }),
    description: about.filter(Boolean).join(' '),
    required: field.required,
  };
}

function isStructured(schema: Node): boolean {
  return ['properties', 'items', 'allOf', 'oneOf', 'anyOf', 'additionalProperties'].some(
    (key) => key in schema,
  );
}
