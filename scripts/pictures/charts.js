/**
 * A picture for each example of the documentation: what of its program is drawn, and how. The colours can be read on light
 * and on dark paper.
 */
const [blue, orange, green, grey] = ['#4f7fd9', '#d97b29', '#2a9d78', '#8a8f99'];
const colours = [blue, orange, green];
const ink = '#7d828c';

const config = {
  background: 'transparent',
  config: {
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    axis: {
      ...{ labelColor: ink, titleColor: ink, domainColor: ink, tickColor: ink, gridColor: grey },
      gridOpacity: 0.25,
      titleFontWeight: 'normal',
    },
    legend: { labelColor: ink, titleColor: ink, orient: 'top', title: null, labelLimit: 300 },
    range: { category: colours },
  },
};
const size = { width: 460, height: 260 };

const quantity = (field, title = field, options = {}) => ({
  field,
  title,
  type: 'quantitative',
  scale: { zero: false },
  ...options,
});
const chart = (layer, options = {}) => ({ ...config, ...size, ...options, layer });
const line = (values, x, y, mark = {}, more = {}) => ({
  data: { values },
  mark: { type: 'line', color: blue, ...mark },
  encoding: { x, y, ...more },
});
const points = (values, x, y, mark = {}, more = {}) => ({
  data: { values },
  mark: { type: 'point', filled: true, size: 45, opacity: 1, color: orange, ...mark },
  encoding: { x, y, ...more },
});

const lossByStep = (losses, x = 'step') =>
  chart([
    line(
      losses.map((loss, k) => ({ [x]: k + 1, loss })),
      quantity(x),
      quantity('loss', 'loss', { scale: { zero: true } }),
    ),
  ]);

/** Square pictures of numbers in a row of eight. */
function tiles(images, side, label) {
  const values = images.flatMap((image, k) =>
    image.map((v, at) => ({ k, v, x: at % side, y: Math.floor(at / side) })),
  );
  const cell = Math.floor(90 / side);
  const axis = (field) => ({ field, type: 'ordinal', axis: null });
  return {
    ...config,
    data: { values },
    facet: {
      field: 'k',
      type: 'ordinal',
      title: label,
      header: { labelExpr: "''", titleColor: ink },
    },
    columns: 8,
    spacing: 8,
    spec: {
      ...{ width: cell * side, height: cell * side },
      mark: 'rect',
      encoding: {
        x: axis('x'),
        y: axis('y'),
        color: {
          ...{ field: 'v', type: 'quantitative', legend: null },
          scale: { range: [orange, '#f4f4f4', blue], domainMid: 0 },
        },
      },
    },
  };
}

/** The charts by the name of the example: the variables of its program that are drawn, and the chart for Vega-Lite. */
export const charts = {
  'bundle-adjustment': {
    needs: ['guess', 'fit'],
    chart({ guess, fit }) {
      const named = (scene, name) => scene.points.map(([x, y]) => ({ x, y, name }));
      const all = [...named(guess, 'guess'), ...named(fit.solution, 'fitted')];
      const scale = { domain: ['guess', 'fitted'], range: [orange, blue] };
      const color = { field: 'name', type: 'nominal', scale };
      const ways = guess.points.map(([x, y], k) => ({
        ...{ x, y, x2: fit.solution.points[k][0], y2: fit.solution.points[k][1] },
      }));
      const [x, y] = [quantity('x'), quantity('y')];
      const way = {
        data: { values: ways },
        mark: { type: 'rule', color: grey, opacity: 0.5 },
        encoding: { x, y, x2: { field: 'x2' }, y2: { field: 'y2' } },
      };
      return chart([way, points(all, x, y, { color: undefined }, { color })]);
    },
  },
  'character-rnn': { needs: ['losses'], chart: ({ losses }) => lossByStep(losses) },
  digits: {
    needs: ['params'],
    chart({ params: { edges } }) {
      const rows = edges.tolist().flat();
      const kinds = rows[0][0].map((_, k) => rows.map(([window]) => window[k]));
      return tiles(kinds, 5, 'The edges that the network looks for');
    },
  },
  epidemic: {
    needs: ['band', 'inBed'],
    chart({ band, inBed }) {
      const day = quantity('day');
      const ill = quantity('ill', 'boys in bed');
      const values = inBed.map((_, k) => ({
        ...{ day: k, ill: band.value[k], low: band.lower[k], high: band.upper[k] },
      }));
      const between = {
        data: { values },
        mark: { type: 'area', color: blue, opacity: 0.25 },
        encoding: { x: day, y: { ...quantity('low'), title: ill.title }, y2: { field: 'high' } },
      };
      const seen = inBed.map((count, k) => ({ day: k, ill: count }));
      return chart([between, line(values, day, ill), points(seen, day, ill)]);
    },
  },
  heston: {
    needs: ['fit', 'prices', 'quotes', 'strikes', 'terms'],
    chart({ fit, prices, quotes, strikes, terms }) {
      const rows = (all) =>
        terms.flatMap((years, i) =>
          strikes.map((strike, k) => ({ strike, price: all[i][k], years: `${years} years` })),
        );
      const [x, y] = [quantity('strike'), quantity('price', 'price of a call')];
      const color = { field: 'years', type: 'nominal' };
      const fitted = rows(terms.map((years) => prices(fit.solution, years)));
      return chart([
        line(fitted, x, y, { color: undefined }, { color }),
        points(rows(quotes), x, y, { color: undefined }, { color }),
      ]);
    },
  },
  'inverse-kinematics': {
    needs: ['poses', 'places'],
    // The program keeps only the last pose.
    instead: [
      ['  angles = run.solution;', '  angles = run.solution;\n  poses.push(angles);'],
      ['const worst =', 'const poses: number[][] = [];\nconst worst ='],
    ],
    chart({ poses, places }) {
      const arms = poses.flatMap((pose, k) =>
        [[0, 0], ...places(pose)].map(([x, y], joint) => ({ x, y, joint, k })),
      );
      const hands = arms.filter(({ joint }) => joint === 5);
      const [x, y] = ['x', 'y'].map((name) => quantity(name));
      const more = { detail: { field: 'k' }, order: { field: 'joint' } };
      return chart([
        line(arms, x, y, { opacity: 0.45, strokeJoin: 'round' }, more),
        points(hands, x, y),
      ]);
    },
  },
  'neural-ode': {
    needs: ['observed', 'predicted', 'path', 'pendulum', 'fresh'],
    chart({ observed, predicted, path, pendulum, fresh }) {
      const named = (states, name, k) =>
        states.map(([angle, speed], at) => ({ angle, speed, name, k, at }));
      const values = [
        ...observed.flatMap((states, k) => named(states, 'shown to the network', k)),
        ...named(predicted, 'predicted', 4),
        ...named(path(pendulum, fresh, 20, 0.25), 'what follows in truth', 5),
      ];
      const [x, y] = [quantity('angle'), quantity('speed')];
      const domain = ['shown to the network', 'predicted', 'what follows in truth'];
      const color = {
        ...{ field: 'name', type: 'nominal' },
        scale: { domain, range: [grey, blue, orange] },
      };
      const lines = values.filter(({ name }) => name !== domain[2]);
      const more = { color, detail: { field: 'k' }, order: { field: 'at' } };
      return chart([
        line(lines, x, y, { color: undefined }, more),
        points(
          values.filter(({ name }) => name === domain[2]),
          x,
          y,
          { color: undefined },
          { color },
        ),
      ]);
    },
  },
  penguins: {
    needs: ['kept', 'isRight', 'species'],
    chart({ kept, isRight, species }) {
      const values = kept.map((one) => ({
        ...{ beak: one.xs[0], depth: one.xs[1], species: species[one.label] },
        read: isRight(one) ? 'right' : 'wrong',
      }));
      const [x, y] = [
        quantity('beak', 'length of the beak, in deviations'),
        quantity('depth', 'depth of the beak'),
      ];
      const color = { field: 'species', type: 'nominal' };
      const shape = {
        ...{ field: 'read', type: 'nominal' },
        scale: { domain: ['right', 'wrong'], range: ['circle', 'cross'] },
        legend: { symbolFillColor: ink, symbolStrokeWidth: 0 },
      };
      return chart([points(values, x, y, { color: undefined }, { color, shape })]);
    },
  },
  smile: {
    needs: ['fit', 'volatility', 'strikes', 'quotes'],
    chart({ fit, volatility, strikes, quotes }) {
      const [x, y] = [
        quantity('strike', 'strike', { axis: { format: '%' } }),
        quantity('volatility', 'volatility', { axis: { format: '%' } }),
      ];
      const curve = Array.from({ length: 101 }, (_, k) => {
        const strike = 0.01 + 0.0005 * k;
        return { strike, volatility: volatility(fit.solution, strike) };
      });
      const market = strikes.map((strike, k) => ({ strike, volatility: quotes[k] }));
      return chart([line(curve, x, y), points(market, x, y)]);
    },
  },
  transformer: {
    needs: ['history'],
    chart: ({ history }) =>
      lossByStep(
        history.map(({ loss }) => loss),
        'epoch',
      ),
  },
};
