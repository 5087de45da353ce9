import type { ParamScope } from './param-props.ts';

/** The scope of fields inside a parameter: what the check of the flow says is about the outer one. */
export function nestedScope(scope: ParamScope, own: Partial<ParamScope> = {}): ParamScope {
  const { onLeaveField: _, errors: __, ...rest } = scope;
  // What another node lists does not hang on whether the outer one can run.
  return { ...rest, marksMissing: false, ...(own.nodeName !== undefined && { cannotLoad: false }), ...own };
}
