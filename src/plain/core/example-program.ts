/**
 * A program from which is learnt what is common in cores (coded-core.ts): its text, and the same coded when nothing was known.
 * `scripts/example-program.js` codes it anew where the text or the core language has changed.
 */
export const exampleText = `
const rate = 0.1;
function mean(xs) {
  let sum = 0;
  for (const x of xs) sum += x;
  return sum / xs.length;
}
const square = (x) => x * x;
const sigmoid = (z) => 1 / (1 + Math.exp(-z));
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
function loss({ weights, bias = 0 }, data) {
  let total = 0;
  for (const { features, label } of data) {
    const p = sigmoid(dot(weights, features) + bias);
    total -= label * Math.log(p) + (1 - label) * Math.log(1 - p);
  }
  return total / data.length + rate * weights.reduce((sum, w) => sum + w ** 2, 0);
}
const distance = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);
const energy = (points) => {
  let sum = 0;
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++) {
      const r = Math.sqrt(square(points[i].x - points[j].x) + (points[i].y - points[j].y) ** 2);
      if (r > 3) continue;
      sum += r < 1e-3 ? 0 : 1 / r - Math.max(0, r - 0.5);
    }
  return sum;
};
function simulate(state, steps) {
  let { position, velocity } = state;
  const path = [];
  for (let t = 0; t < steps; t++) {
    velocity = velocity - rate * Math.sin(position);
    position += rate * velocity;
    path.push({ ...state, position, velocity, time: t });
  }
  return path[path.length - 1].position;
}
const predict = (model, x) => model.layers.reduce((input, { weights, biases }, k) => {
  const sums = weights.map((row, i) => row.reduce((s, w, j) => s + w * input[j], 0) + biases[i]);
  return k === model.layers.length - 1 ? sums : sums.map((z) => Math.tanh(z));
}, [...x]);
const normal = (x, mu = 0, sigma = 1) =>
  Math.exp(-0.5 * ((x - mu) / sigma) ** 2) / (sigma * Math.sqrt(2 * Math.PI));
class Model {
  scale = 1;
  #offset = 0;
  constructor(parameters) {
    this.parameters = parameters;
    this.scale = parameters[0];
  }
  value(x) {
    return this.parameters[0] + this.parameters[1] * x + this.#offset;
  }
  get size() {
    return this.parameters.length;
  }
  static of(...values) {
    return new Model(values);
  }
}
class Shifted extends Model {
  constructor(by) {
    super([by, 1]);
  }
  value(x) {
    return super.value(x) * 2;
  }
}
function make(options) {
  const { kind, points: [first, ...others] } = options;
  let count = 0;
  return {
    kind,
    next(x) {
      count++;
      switch (kind) {
        case 'linear': return first * x;
        case 'cubic': { if (x < 0 || !others.length) return -x; break; }
        default: throw new Error(\`no \${kind}\`);
      }
      return x ** 3 + others.filter((one) => one > 0).map((one) => one * x).length + count;
    },
  };
}
function solve(f, start) {
  const x = Float64Array.from(start);
  const before = new Float64Array(x.length);
  let k = 0;
  while (k < 100 && Math.abs(x[0] - before[0]) >= 1e-9) {
    before.set(x);
    x[0] -= f(x[0]) / 2;
    k += 1;
  }
  x.forEach((value, i) => { if (typeof value !== 'number' || Number.isNaN(value)) x[i] = 0; });
  return k > 10 ? null : x.slice().map((value) => value % 1)[0] ?? undefined;
}
const table = new Map();
function looked(key) {
  const found = table.get(key) ?? [];
  const { length } = Object.keys(found);
  return found?.value !== undefined && length <= 5 ? found.value : Math.min(...found, 1, Math.cos(0.25));
}
const wave = (x) => { let [s, c] = [Math.sin(x), Math.cos(x)]; [s, c] = [c, s]; do { s = s * 0.5; } while (s > 1); return s + c; };
`;

export const codedExample = [
  ' &&ch}&hO.zSp<&yGm<WP3Ez%3!lU|73o2ytFA>_o>WWU jRP]RI]BmH(o#%D3[domuVgy^_L<,U0Z90*(O5x[i4ksm?s40a&D/F',
  'MA6f<NUQ{@xes{X:]y=u-8aBYF2L7vN^w6}KGR52w8mB05iQ6U]j34Y]_6s*d?.j/wb,4@voY%BW)Uy>7 1,N%we0Fq@Rwt]_q[5',
  '6Hs>lSnYaX9S%:Yj2 _SXPfjMOM/hJhvs/f2:*X=&bEZ3P!6c:4(|!Sp]?e0p2CQyqmf0+h<cChaq#~p+n:Q!a8bG~mxNm<TBk3)',
  'uys)ShgYWvx2a!A[Dw]DGd&niQG*n<n/<][FcrK<}EK0Xyb1rHrf_D6sIBX|F!bi4t>p&PJsgL/30F[IUHJV+lXdA-@ ~/&de7;S',
  'LDB!,_gxGfXud-0^^?rg#o6Q2VgK61q?1x/wi}nrX>.XIn~vJ>}Pz(l] M)eh+pj3C.swK_BP5.zrmu*an?Kk5)!KG|CZwN-czmC',
  '1!rce6,oro0Z)ULHBpr#URu6d;O5iMvgKc4Ux fb A!|:R_}XBPw:fpi25O=6)dOk.NT*9Xdw#qXwEot86DHzmM#SfW7VPznmQ=f',
  '}[N{(,08Uu.=r0(H] _ }o(/yuU3~/%h-|CrW19QLC2y2Mk0;OG1i,t1n9(iK#z Ffqf;D3{DgXEMQPaXpGM>z-A/J2N7AGG;*K;',
  '!D{@:&/8nHA!}_CA&Rh&SG~7vml[h4WW8N ~!>E!fr9 h=RVUp,JWWpR[dlHUcCJ43?6Aq0m<LonA!]A(}]@g1yEC0W12FHE%0!|',
  '[[f,Fb}Lkm.NZ=G)@u>IV0g?:bn,JYU8QMB7 2[Nb|,Mr5g?.p3S_YS|! i(b~eg<,rK5Aml/ ROXhzak_t})xm38(N(|Km:jKr:',
  '{rf+Mh!7)E1_UItQCV(mxIJJ1ljJ?R|)oy[wL-<wuUO8:N>VsUn;%G%WEtFaiS<Kr9|7d!-0c^3<vrI<G@ =N y L>Ag3tt?;Z=b',
  'lv#?Ce 9%4bFXYdrp3!T-I0Jt#1QV{yEzzg!}xb(vPa qy7zdy|tn[&G,(y/(NQ_Jn3M*9h~bWAReBFw=.l:Fn*JPe4I0g xfZ;[',
  'pPF6_1t}(WoM~v0AW:{cMT@}7kRmuI<Mkl6-|=zhs3@zD,^@PShDl5sVzoRF{lSaL=(3c^oT;!/@5mHn5j#r>)P3S8~*oM1hSGD!',
  'bk6hx%P/u ~%wF#ai)Io]z>fsyAo {:u*kwjI3jMLI??_CHYwM)bp -2?,Rq#xNr@0l1{)hmYkaI*JUsYa8Pa<(7*({?8a-EBGm0',
  'P/KLG!}W!CXc;Z+C&VaQ 8U>=n#!i44u5181]F&i]9k];[DjVnfsd=B~F=lJg=!c]B3iUlRH![XLm8>rn^|].D!Exn*n0gEHogY{',
  '7EC{;u2ko}iwP>9Wm11&F.RNJ*L8N-!J^x~w:[sD4:q[5R+Bi+3ax.Myg}(KrYAsjEvI!(5.!U3>}>+of9w)Rn-H>QaW~Vo!WvCj',
  'B0EnFq_#:c%(Z4:gN->9RY:~(q3,+i{3gug,XUC_g0Qv6DU?B z:KHCfbB!j<IW&Jy~3mt15r?tUNO=vxAbW#@SwTN9{xHiqzt*x',
  'JK_q]z%}vCnksD)4qcRRkPjf#pP)VMQoE!=P[V[!2UXTdu]c%]Y~q11hjPS&l(_f.xqy0|(;v/T8pf+CKLfKDyx!Tj4D~oLu_U[w',
  '[>Y]{viWme+rqteRrJ%1E2E74q)aC|<-K~tUe@ V}soNirq;v)4k9Y~!;d,tB&h0h?1#)DSHaX0/|Z&{^RoUMbFh%|6KPFI^a: T',
  ')Jp>aw Dm7/mD;*1bQ8q=GR4aa/(h<Z(Pgzk~Ot>2qX7uk.HEx_,/Jp)R=Kv 0UMjS:azTAbd?#*H4VR.+H-N]!KSWA}W!~tLFtO',
  'pJ;rrg@pQIBkVQWc6BFf#,=be6=rm02 g,ff07jGw4ZKYSNy.%H5t-?6-ZwWmekUzD?VWSc}z=dJ1S.Kam. :T}Tz5~p~32N8<m,',
  'In%k*>>~b/T(ny6<hO6LTK&htSls8vFDX?^qal)7bx%PYY!7Ao_ ,sV(rEac0;[3IZRTY;b T<:~2B(H68NvDO+0cb_BfQa)I9D/',
  '?f82}/tbyp F(.i%eQ:A5[aRPcF{AiRLlcaE9hg4!/sPLK5E{,?CZXSN{Gjf19{}uC;%hm><UY/Sn:FSpTwJ}(gE+J?HWsV]%ZH]',
  'ZqwR58me%@Xo&7LwS-C0zjxgAQ98eS@.I% ]IE[SZEa?Q]q4Lwk;#2c.#g,dnXF,<b?*sx)n<9?Tldo&f wSC5z1RQMY9V+ QsMd',
  '5-DqVg#|sf~R[r95tFQ)s).yD!?eSH1+}2]%7>|y.|IyprXf9!Q8# NbPzvEbqVxHDm4vXHvX}*;D_gB,vT6&G1zaXQg1o2[ftk ',
  'n691C!^o2Nt[RzUCwz:nUHKb2cD+a4q#iXYc .(ME[oO2Ial&V-p53.MZnmA}q6JR}6HeWA9z6:^0%<e|SpkasYSrT4?Dn]p6dEU',
  '#^~Ah+%|^R~7lRD!S!>5X5lEN}iGaPq19l,YBz53%%]4f5N9Ttv!P=9.,ym7 aHEC8y8KfAE^lai2sPG-Y4(=0KI/_m#T[nXp-Kw',
  '-HWVU;NGR2bT+-bQ!30]|Yr;m!(),y:Ym&R_J[uL>Fw<vRX2R.nHO)X<{zX*JLOOLoyqsrfI<vT}r7Ak#<k>ZkE7<x2[xeHMmdF2',
  'c=M{w{KVUZ@IB+# HnU^]S q~v-;(}mScSI^y0<[H1=xWY7toy5Os>qN8KIsFU. DT=3<Sh/6Md{_w|qJD~2 1@B:e2i^%3JM}C.',
  '#pW(7bBQqT!r1Nhz#%s+vbDm:T~C2Hfj#z4Xe3u?7S*[cUR#XvjJ>',
].join('');
