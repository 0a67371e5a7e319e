// A component that is drawn anew only when one of its values changed.
import { Component, h, type ComponentChild, type VNode } from 'preact';

export function memo<P extends object>(draw: (props: P) => VNode): (props: P) => VNode {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as Record<string, unknown>;
      const after = next as Record<string, unknown>;
      return Object.keys({ ...before, ...after }).some((key) => before[key] !== after[key]);
    }
    override render(): ComponentChild {
      return draw(this.props as P);
    }
  }
  return (props: P) => h(Memo as never, props as never);
}
