/**
 * A guard that stands in the place of views that fail: code may change what JavaScript provides, so
 * that its answers are worthless.
 */
import { Component, type ComponentChildren } from 'preact';

interface Props {
  /** The subject of the views. With something else they are tried again. */
  readonly about: unknown;
  readonly children: ComponentChildren;
}

export class Guard extends Component<Props, { readonly broken: readonly unknown[] }> {
  override state = { broken: [] };

  override componentDidCatch(): void {
    this.setState({ broken: [this.props.about] });
  }

  override render({ about, children }: Props, { broken }: { readonly broken: readonly unknown[] }) {
    if (!broken.includes(about)) return children;
    return (
      <section class="notice bad" role="alert">
        <h2>No answer</h2>
        <p>
          What the code gives cannot be shown. It may have changed what JavaScript itself provides.
        </p>
      </section>
    );
  }
}
