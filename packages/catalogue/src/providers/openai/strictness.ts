import type {
  JSONSchema7,
  JSONSchema7Definition,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from '@ai-sdk/provider';

/** OpenAI enforces a schema strictly only when every object is closed and all of it is required. */
export function isClosedSchema(schema: JSONSchema7Definition | undefined): boolean {
  if (typeof schema !== 'object') return schema !== true;
  const { properties = {}, required = [], additionalProperties, items, anyOf, oneOf, allOf } = schema;
  if (oneOf || allOf) return false;
  if (schema.type === 'object' || schema.properties) {
    if (additionalProperties !== false) return false;
    if (!Object.keys(properties).every((name) => required.includes(name))) return false;
  }
  const inner = [...Object.values(properties), ...(anyOf ?? []), ...(Array.isArray(items) ? items : [items])];
  return inner.every(isClosedSchema);
}

function adjust(options: LanguageModelV4CallOptions, hasStrictTools: boolean): LanguageModelV4CallOptions {
  const adjusted = { ...options };
  if (hasStrictTools && options.tools) {
    adjusted.tools = options.tools.map((tool) =>
      tool.type === 'function' ? { ...tool, strict: true } : tool,
    );
  }
  const schema: JSONSchema7 | undefined =
    options.responseFormat?.type === 'json' ? options.responseFormat.schema : undefined;
  if (schema && !isClosedSchema(schema)) {
    const openai = { ...options.providerOptions?.openai, strictJsonSchema: false };
    adjusted.providerOptions = { ...options.providerOptions, openai };
  }
  return adjusted;
}

/** The same model, as strict about tools and answers as their schemas and the node allow. */
export function withStrictness(model: LanguageModelV4, hasStrictTools: boolean): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(adjust(options, hasStrictTools)),
    doStream: (options) => model.doStream(adjust(options, hasStrictTools)),
  };
}
