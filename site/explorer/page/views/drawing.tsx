/** The Delta program as a drawing, from the inputs down to the result. The layout is computed by dagre, when it is needed. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Listing } from '../../logic/messages.js';
import { short } from '../numbers.js';
import { selected } from '../store.js';

/** A drawing of more than this cannot be read. */
const MOST = 90;
const WIDTH = 92;
const HEIGHT = 40;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<number, { readonly x: number; readonly y: number }>;
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly partial: number | undefined;
    readonly path: string;
    readonly middle: { readonly x: number; readonly y: number };
  }[];
}

async function laidOut({ inputs, bindings }: Listing): Promise<Layout> {
  const { Graph, layout } = await import('@dagrejs/dagre');
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 34, marginx: 6, marginy: 6 });
  const ids = [...inputs, ...bindings].map(({ id }) => id);
  for (const id of ids) graph.setNode(String(id), { width: WIDTH, height: HEIGHT });
  const edges = bindings.flatMap(({ id, edges: own, call }) => [
    ...own.map(({ arg, partial }) => ({ from: arg, to: id, partial })),
    ...(call?.args ?? []).map((arg) => ({ from: arg, to: id, partial: undefined })),
  ]);
  edges.forEach(({ from, to }, k) => graph.setEdge(String(from), String(to), {}, String(k)));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    places: new Map(ids.map((id) => [id, graph.node(String(id)) as { x: number; y: number }])),
    edges: edges.map((edge, k) => {
      const { points } = graph.edge(String(edge.from), String(edge.to), String(k)) as {
        points: { x: number; y: number }[];
      };
      const path = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
      return { ...edge, path: `M${path}`, middle: points[Math.floor(points.length / 2)] };
    }),
  };
}

export function Drawing({
  run,
  cotangentOf,
}: {
  run: Listing;
  cotangentOf: (id: number) => string;
}) {
  const layout = useSignal<Layout | null>(null);
  // Slider moves change the numbers and not the edges, so the layout stays.
  const shape = run.bindings
    .map(
      ({ id, edges, call }) =>
        `${id}:${edges.map(({ arg }) => arg).join()}:${call?.args.join() ?? ''}`,
    )
    .join(';');
  const size = run.inputs.length + run.bindings.length;
  useEffect(() => {
    let isStale = false;
    layout.value = null;
    if (size <= MOST) {
      void laidOut(run).then((found) => {
        if (!isStale) layout.value = found;
      });
    }
    return () => {
      isStale = true;
    };
  }, [shape]);
  if (size > MOST) {
    return <p class="quiet">The run has more than {MOST} bindings, too many for a drawing.</p>;
  }
  const found = layout.value;
  const frame = useRef<HTMLDivElement>(null);
  const current = selected.value;
  useEffect(() => {
    const place = current === null ? undefined : found?.places.get(current);
    const svg = frame.current?.querySelector('svg');
    if (place === undefined || svg == null || found === null) return;
    const { clientWidth, clientHeight } = frame.current!;
    const scale = svg.clientWidth / found.width;
    frame.current!.scrollTo({
      left: place.x * scale - clientWidth / 2,
      top: place.y * scale - clientHeight / 2,
    });
  }, [current, found]);
  if (found === null) return null;
  return (
    <figure class="drawing">
      <figcaption>
        The same as a drawing: each binding with its primal and, below, its cotangent.
      </figcaption>
      <div
        ref={frame}
        class="scroll"
        tabIndex={0}
        role="group"
        aria-label="Drawing of the Delta program"
      >
        <Picture found={found} run={run} cotangentOf={cotangentOf} />
      </div>
    </figure>
  );
}

function Picture({
  found: { width, height, places, edges },
  run,
  cotangentOf,
}: {
  found: Layout;
  run: Listing;
  cotangentOf: (id: number) => string;
}) {
  const current = selected.value;
  const touches = (edge: Layout['edges'][number]) => edge.from === current || edge.to === current;
  // A newer edge has another partial.
  const partials = run.bindings.flatMap(({ edges: own, call }) => [
    ...own.map(({ partial }) => partial as number | undefined),
    ...(call?.args ?? []).map(() => undefined),
  ]);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: `${width}px`, minWidth: `${0.7 * width}px` }}
      role="img"
      aria-label={`${run.inputs.length} inputs, ${run.bindings.length} bindings and ${edges.length} edges`}
    >
      <defs>
        <marker
          id="head"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M0 0.5 8 4 0 7.5Z" />
        </marker>
      </defs>
      {edges.map((edge, k) => (
        <g key={k} class={touches(edge) ? 'edge touched' : 'edge'}>
          <path d={edge.path} marker-end="url(#head)" />
          {touches(edge) && partials[k] !== undefined && (
            <text x={edge.middle.x + 4} y={edge.middle.y + 4}>
              × {short(partials[k], 3)}
            </text>
          )}
        </g>
      ))}
      {[...run.inputs, ...run.bindings].map(({ id, name, primal }, k) => {
        const place = places.get(id);
        if (place === undefined) return null;
        const kind = k < run.inputs.length ? 'input' : id === run.output ? 'output' : 'binding';
        return (
          <g
            key={id}
            class={id === current ? `${kind} current` : kind}
            transform={`translate(${place.x - WIDTH / 2} ${place.y - HEIGHT / 2})`}
            onClick={() => (selected.value = id)}
          >
            <rect width={WIDTH} height={HEIGHT} rx={kind === 'input' ? 20 : 6} />
            <text x={WIDTH / 2} y="16" text-anchor="middle">
              {name.length > 13 ? `${name.slice(0, 12)}…` : name}
              {Number.isNaN(primal) ? '' : ` = ${short(primal, 3)}`}
            </text>
            <text class="bar" x={WIDTH / 2} y="32" text-anchor="middle">
              {cotangentOf(id) === 'array' ? 'array' : short(Number(cotangentOf(id)), 4)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
