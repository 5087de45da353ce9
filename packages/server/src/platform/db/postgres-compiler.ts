import { type BinaryOperationNode, type OperationNode, OperatorNode, PostgresQueryCompiler } from 'kysely';

/** Nothing is in an empty list and everything is outside of it, as in SQLite: PostgreSQL has no way to write one. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined;
    const isOfList = operator === 'in' || operator === 'not in';
    if (isOfList && isEmptyList(node.rightOperand)) this.append(operator === 'in' ? 'false' : 'true');
    else super.visitBinaryOperation(node);
  }
}

function isEmptyList(node: OperationNode): boolean {
  return 'values' in node && Array.isArray(node.values) && node.values.length === 0;
}
