// Which rows go into which plot, and the page.

const {environment, findings, names: NAMES, modes: MODES, facts: FACTS, causes, rows: measured, profiles, accounts, suites, steps: STEPS, trend} =
    JSON.parse(document.getElementById('data').textContent);

const SUITES = {
  standard: ['Under load', 'How many tokens does a busy server validate, and how long does each take?'],
  errors: ['Invalid tokens', 'What do invalid tokens cost, by their share and by their fault?'],
  requests: ['Requests', 'What does a request cost beside its validation, and what does a proof of possession cost?'],
  components: ['Step by step', 'What does each step of a validation cost alone, and do the steps add up to the whole?'],
  algorithms: ['Algorithms', 'How much longer does a validation take than the bare verification of its signature?'],
  providers: ['Providers', 'What does another cryptography provider change, alone and within a validation?'],
  peers: ['Peers', 'How fast are other libraries with the same tokens and the same checks? This library is in the strong colour, bare cryptography without JSON in grey.'],
  native: ['Native code', 'How fast are libraries of other languages with the same tokens, and what does each do ahead of time?'],
  base64: ['Base64url', 'How fast are decoders?'],
  scaling: ['Scaling', 'What do more threads, a larger cache and more keys change?'],
  load: ['Load patterns', 'How long do callers wait if tokens arrive in bursts, at a constant rate, or at a rising rate?'],
  startup: ['Start-up', 'How long does a new JVM take until it has validated a token, and how much does it do in its first seconds?'],
  http: ['Over HTTP', 'What does a request with a token take in a whole service, and how much of it is validation?'],
  recording: ['Recording', 'What does the Flight Recorder cost a validation?'],
  profiles: ['Profiles', 'What do the slowest validations wait for, and when?'],
};
const rows = [...measured, ...profiles];
const WHISKERS = 'Bars end at the median of the JVMs, and whiskers span their quartiles: ' +
    'if two overlap, this run does not show a difference. A pale bar with a dashed edge is doubtful, and the table says why.';
const PERCENTILES = 'Read a curve from left to right: 99 % means that one operation in a hundred took at least that long. ' +
    'Both axes are logarithmic; a flat end means that there were too few operations to show more.';
const CAUSES = Object.assign({}, ...causes);

// ---- rows and words

const words = name => name.replace(/([a-z\d])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`).replaceAll('_', ' ');
const title = name => NAMES[name] ?? words(name).replace(/^./, first => first.toUpperCase());
const varying = rows => unique(rows.flatMap(row => Object.keys(row.facts)))
    .filter(name => name === 'again' || unique(rows.map(row => row.facts[name] ?? []).flat()).length > 1);
const facts = (row, names) => join(...names.filter(name => name in row.facts).map(name => FACTS[name][row.facts[name]]));

// ---- which rows go into which plot

const point = ({score, ...row}, at, series) => ({...row, at, series, y: score});

/** Bars by the facts that vary. Several methods stand side by side, unless most places would be empty. */
function rowBars(rows, names = varying(rows), unit = rows[0].unit) {
  const method = row => words(row.method);
  const place = row => facts(row, names) || method(row);
  const methods = unique(rows.map(method)).length;
  const sideBySide = methods > 1 && methods * unique(rows.map(place)).length < 2 * rows.length;
  return bars(rows.map(row => sideBySide ? point(row, place(row), method(row))
      : point(row, methods > 1 ? join(method(row), facts(row, names)) : place(row), '')), unit);
}

/** The axis shows how rare an operation is; the maximum is one step beyond the last percentile. */
function percentileCurves(rows) {
  const names = varying(rows);
  const several = unique(rows.map(row => row.method)).length > 1;
  const seen = rows.flatMap(row => Object.keys(row.percentiles)).map(Number).filter(q => q < 100);
  const last = 10 ** (1 + Math.round(Math.log10(100 / (100 - Math.max(...seen)))));
  const points = rows.flatMap(row => Object.entries(row.percentiles).filter(([, y]) => isNumber(y)).map(([q, y]) => ({
    series: (join(several && words(row.method), facts(row, names)) || words(row.method)) + (row.doubtful ? ' (doubtful)' : ''), x: q < 100 ? +(100 / (100 - q)).toPrecision(8) : last, y: Math.max(y, 1),
  })));
  const label = x => x >= last ? 'max' : `${+(100 - 100 / x).toPrecision(8)} %`;
  return curves(points, {unit: 'ns/op', x: {name: 'percentile', type: 'log', label}, y: {type: 'log'}});
}

function threadCurves(rows) {
  const names = varying(rows).filter(name => name !== 'threads');
  const methods = unique(rows.map(row => row.method)).length > 1;
  const name = row => join(methods && words(row.method), facts(row, names)) || words(row.method);
  const doubtful = unique(rows.filter(row => row.doubtful).map(name));
  return curves(rows.map(row => ({series: name(row) + (doubtful.includes(name(row)) ? ' (doubtful)' : ''), x: +row.facts.threads, y: row.score})),
      {unit: rows[0].unit, x: {name: 'threads', type: 'log', logBase: 2, label: String}});
}

function heatMaps(profiles) {
  const names = varying(profiles);
  return heat(profiles.map(profile => {
    const first = Math.min(...Object.keys(profile.seconds));
    return {name: facts(profile, names), cells: Object.entries(profile.seconds).flatMap(([second, counts]) =>
        Object.entries(counts).filter(([, count]) => count > 0).map(([power, count]) => [second - first, +power, count]))};
  }));
}

function causeStack(profiles) {
  const names = varying(profiles);
  const cause = name => CAUSES[name] ?? name;
  const bands = profiles.flatMap(profile => profile.bands.map(band => ({...band, recording: profile.recording,
    label: join(facts(profile, names) || words(profile.method), bandName(band))})));
  const series = unique([...Object.keys(CAUSES), ...bands.flatMap(band => Object.keys(band.causes))]).map(cause);
  const points = bands.flatMap(band => Object.entries(band.causes)
      .map(([name, share]) => ({at: band.label, series: cause(name), y: 100 * share})));
  const present = series.filter(name => points.some(p => p.series === name));
  return stack(points, '%', {series, isPart: name => name !== CAUSES.UNKNOWN, most: 100, table: {
    head: ['%', ...present, 'validations', 'recording'],
    body: bands.map(band => [band.label, ...present.map(name => {
      const found = points.find(p => p.at === band.label && p.series === name);
      return found ? {point: found.y.toLocaleString('en', {maximumFractionDigits: 1})} : '';
    }), durations(band), band.recording]),
  }});
}

const bandName = ({from, to}) => to < 100 ? `P${from} to P${to}` : `P${from} and beyond`;

function durations({count, shortest, longest}) {
  const [least, most] = [shortest, longest].map(nanos => quantity([nanos], 'ns/op').text(nanos));
  return `${count.toLocaleString('en')}: ${least} to ${most}`;
}

/** The facts by which to divide rows into plots, so that none has more than {@code most} rows; the last facts come first. */
function dividing(row, first, most) {
  let alike = rows.filter(other => isRecorded(other) === isRecorded(row) && ['suite', 'type', 'method', 'mode'].every(name => other[name] === row[name]));
  const names = [];
  for (const name of [...first, ...varying(alike).filter(name => !first.includes(name)).reverse()]) {
    if (varying(alike).includes(name) && (first.includes(name) || alike.length > most)) {
      names.push(name);
      alike = alike.filter(other => other.facts[name] === row.facts[name]);
    }
  }
  return names;
}

const order = row => (STEPS.indexOf(row.method.replace(/[A-Z]/g, '_$&').toUpperCase()) + 99) % 99;
const isPart = row => !['whole', 'cached'].includes(row.method);
const isRecorded = row => 'bands' in row;
// The reading of the processor's clock makes validations shorter than they are.
const hasTrueDurations = row => isRecorded(row) && row.facts.cpuTime !== 'true';
const hasNoPercentiles = row => !Object.keys(row.percentiles).length;
const rate = row => row.facts.load?.replace(', not kept', '');
const hasThreads = row => unique(rows.filter(other => other.type === row.type).map(other => other.facts.threads)).length > 1;
const cost = row => row.unit === 'ops/s' ? -row.score : row.score;
const common = row => join(row.type, row.mode, row.unit);
const methods = row => unique(rows.filter(other => other.type === row.type).map(other => other.method));
const divided = (row, first, most) => join(title(row.type), methods(row).length > 1 && words(row.method), facts(row, dividing(row, first, most)));
const apart = row => divided(row, ['mode', 'workload'], 6);
const together = row => divided(row, [], 24);

/** Each row is drawn by the first plot that takes it, and by further ones if that plot leaves it. */
const PLOTS = [{
  takes: hasTrueDurations, leaves: isRecorded, group: apart, name: row => join(apart(row), 'recorded'), read: PERCENTILES,
  build: percentileCurves,
}, {
  takes: hasTrueDurations, leaves: row => !('cpuTime' in row.facts), group: apart, name: row => join(apart(row), 'second by second'),
  read: 'The number of validations of each second by duration: from the label of the row to twice that. The colour scale is logarithmic. ' +
      'An empty column means that no validation ended in that second; a cell far above the others shows threads that waited while the rest continued.',
  build: heatMaps,
}, {
  takes: isRecorded, group: together, name: row => join(together(row), 'what the slowest wait for'),
  read: 'The total time of the slowest validations by cause, from the 99th to the 99.9th percentile and beyond. ' +
      'The table has their number and their durations.',
  build: causeStack,
}, {
  takes: row => row.suite === 'profiles' && !hasNoPercentiles(row), group: apart, name: row => join(apart(row), 'latency'),
  read: `As measured by the benchmark. ${PERCENTILES}`, build: percentileCurves,
}, {
  takes: row => row.suite === 'native',
  group: row => join(row.method, row.facts.algorithm, row.facts.keys), name: row => join(title(row.method), facts(row, ['algorithm', 'keys'])),
  read: `The fastest is at the top. ${WHISKERS.replace('JVMs', 'rounds')}`,
  build: rows => rowBars([...rows].sort((a, b) => a.score - b.score)),
}, {
  takes: row => row.suite === 'peers',
  group: row => join(common(row), row.method, row.facts.algorithm, row.facts.threads),
  name: row => join(title(row.method), facts(row, ['algorithm', 'threads'])),
  read: `The fastest is at the top. ${WHISKERS}`,
  build: rows => rowBars([...rows].sort((a, b) => cost(a) - cost(b))),
}, {
  takes: row => row.suite === 'components', leaves: isPart, group: common, name: () => 'The steps and the whole',
  read: 'The steps, measured one by one, end to end above the whole. If the lengths differ, compiler or processor overlap the steps.',
  build: rows => stack([...rows].sort((a, b) => order(a) - order(b)).map(row => point(row, isPart(row) ? 'steps' : words(row.method), words(row.method))), rows[0].unit,
      {isPart: name => !['whole', 'cached'].includes(name)}),
}, {
  takes: row => row.suite === 'components' && isPart(row), group: common, name: () => 'The steps without the slowest',
  read: `The slowest step is omitted, because it would dwarf the others. ${WHISKERS}`,
  build: rows => rowBars([...rows].sort((a, b) => b.score - a.score).slice(1)),
}, {
  takes: row => 'hits' in row.counters, leaves: () => true, group: row => row.type, name: () => 'Cache hit rate',
  read: 'The share of lookups that found their token, by the size of the cache.',
  build: rows => curves(rows.map(row => ({
    series: facts(row, varying(rows).filter(name => name !== 'cacheSize')) || words(row.method), x: +row.facts.cacheSize,
    y: 100 * row.counters.hits / (row.counters.hits + row.counters.misses),
  })), {unit: '%', x: {name: 'tokens in the cache', label: String}, y: {min: 0, max: 100}}),
}, {
  takes: row => 'serviceProcessorNanos' in row.counters && hasNoPercentiles(row), group: row => row.type,
  name: row => `${title(row.type)}, processor time of a request`,
  read: 'What all threads take for a request, those of the compiler and the garbage collector included: of the service, ' +
      'and of the generator. A pale bar with a dashed edge is doubtful. The table has the requests a second of the closed loop, too.',
  build: rows => {
    const names = varying(rows);
    const label = row => join(words(row.method), facts(row, names));
    const times = row => [row.counters.serviceProcessorNanos, row.counters.generatorProcessorNanos];
    const amount = quantity(rows.flatMap(times), 'ns/op');
    return stack(rows.flatMap(row => times(row).map((y, index) => ({
      at: label(row), series: ['service', 'generator'][index], y, doubtful: row.doubtful,
    }))), 'ns/op', {
      isPart: name => name === 'service',
      table: {head: [amount.name, 'service', 'generator', 'requests a second', ''], body: rows.map(row => [label(row),
        ...times(row).map(y => ({point: amount.number(y)})),
        (row.counters.requestsPerSecond ?? 0).toLocaleString('en', {maximumFractionDigits: 0}), row.notes.join(', ')])},
    });
  },
}, {
  takes: row => 'in1s' in row.counters, group: row => facts(row, ['algorithm', 'threads']),
  name: row => join(title(row.type), facts(row, ['algorithm', 'threads'])),
  read: 'Validations a second of new JVMs, the median of them. Longer is better. The table has the worst JVM as well, and ' +
      'how long it takes until the library is ready and until 90 % of the level.',
  build: rows => {
    // The counter that each series draws, and the seconds that it covers.
    const SPEEDS = {'first second': ['in1s', 1], 'first five seconds': ['in5s', 5], level: ['rateAtLevel', 1]};
    const drawn = Object.values(SPEEDS).map(([name]) => name);
    const label = row => facts(row, ['peer']) || words(row.method);
    const points = rows.flatMap(row => Object.entries(SPEEDS).filter(([, [name]]) => isNumber(row.counters[name])).map(([series, [name, seconds]]) =>
        ({at: label(row), series, y: row.counters[name] / seconds, role: 'OTHER', doubtful: row.doubtful})));
    const counters = unique(rows.flatMap(row => Object.keys(row.counters))).filter(name => rows.some(row => isNumber(row.counters[name])))
        .sort(new Intl.Collator('en', {numeric: true}).compare);
    return {...bars(points, 'ops/s'), table: {head: ['', ...counters.map(words), ''], body: rows.map(row => [label(row), ...counters.map(name => {
      const value = row.counters[name];
      const text = isNumber(value) ? value.toLocaleString('en', {maximumFractionDigits: 0}) : '–';
      return drawn.includes(name) && isNumber(value) ? {point: text} : text;
    }), row.notes.join(', ')])}};
  },
}, {
  takes: row => row.suite === 'scaling' && hasThreads(row), group: common,
  read: 'Ideally, a curve rises up to the number of processors and then stays level.',
  build: threadCurves,
}, {
  takes: row => hasNoPercentiles(row) || row.unit === 'ops/s', leaves: row => !hasNoPercentiles(row),
  group: row => join(common(row), row.suite === 'base64' && facts(row, Object.keys(row.facts).filter(name => /length/i.test(name)))),
  read: WHISKERS, build: rows => rowBars(rows),
}, {
  takes: row => row.suite === 'http', group: row => join(row.type, rate(row)), name: row => join(title(row.type), rate(row), 'latency'),
  read: `A curve is doubtful, too, if the generator did not keep the rate. ${PERCENTILES}`,
  build: rows => percentileCurves(rows.map(({facts: {load, ...facts}, ...row}) =>
      ({...row, facts, doubtful: row.doubtful || load?.endsWith('not kept')}))),
}, {
  takes: () => true, group: row => join(row.type, row.method), name: row => join(title(row.type), words(row.method), 'latency'), read: PERCENTILES,
  build: percentileCurves,
}];

// ---- the page

const plots = [];

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function table({head, body}) {
  return element('table', {},
      element('thead', {}, element('tr', {}, ...head.map(text => element('th', {scope: 'col', textContent: text})))),
      element('tbody', {}, ...body.map(([name, ...cells]) => element('tr', {}, element('th', {scope: 'row', textContent: name}),
          ...cells.map(cell => element('td', {className: cell.point ? 'point' : '', textContent: cell.point ?? cell}))))));
}

function figure(section, name, read, plot) {
  const chart = element('div', {className: 'chart', role: 'img', ariaLabel: `${name}; the numbers are in the table below`});
  const made = element('figure', {}, element('figcaption', {textContent: name}), element('p', {className: 'read', textContent: read}),
      chart, element('details', {className: plot.long ? 'long' : ''}, element('summary', {textContent: 'The numbers'}), element('div', {}, table(plot.table))));
  made.dataset.plot = name;
  section.append(made);
  // Sized when it is drawn.
  plots.push({plot, place: chart, drawn: echarts.init(chart, null, {renderer: 'svg', width: 1, height: 1})});
}

/** A folded section, with the answers to its question. */
function section(id, name, question, answers = []) {
  const link = element('a', {href: `#${id}`, textContent: name});
  const folded = element('details', {}, element('summary', {}, element('h2', {textContent: name}), element('p', {textContent: question})),
      sentences('What this run answers', answers));
  link.onclick = () => folded.open = true;
  folded.ontoggle = () => draw(folded);
  document.querySelector('nav').append(link);
  document.querySelector('main').append(element('section', {id}, folded));
  return folded;
}

const sentences = (label, texts) => element('ul', {className: 'sentences', ariaLabel: label, hidden: !texts.length},
    ...texts.map(text => element('li', {textContent: text.replace(/(\d) (?=[nµm]?s\b|k\/s|%)/g, '$1\u00a0')})));

/** What each step took under a load. */
function stepTable(place, name, steps) {
  const time = nanos => quantity([nanos], 'ns/op').text(nanos);
  place.append(element('figure', {}, element('figcaption', {textContent: name}),
      element('p', {className: 'read', textContent: 'A thread that waits for a processor lengthens the step in which it waits.'}),
      element('div', {className: 'wide', tabIndex: 0}, table({
        head: ['step', 'count', 'P50', 'P95', 'P99', 'P99.9', 'max', 'P99/P50', 'CV'],
        body: steps.map(step => [step.name.toLowerCase().replaceAll('_', ' '), step.count.toLocaleString('en'),
          ...[step.p50, step.p95, step.p99, step.p999, step.max].map(time), (step.p99 / Math.max(1, step.p50)).toFixed(1), step.variation.toFixed(1)]),
      }))));
}

for (const suite of suites) {
  const place = section(suite, ...SUITES[suite] ?? [title(suite), ''], findings.answers[suite]);
  let left = rows.filter(row => row.suite === suite && (isNumber(row.score) || isRecorded(row)));
  for (const {takes, leaves = () => false, group, name, read, build} of PLOTS) {
    for (const taken of groups(left.filter(takes), group)) {
      const lengths = facts(taken[0], Object.keys(taken[0].facts).filter(fact => /length/i.test(fact) && suite === 'base64'));
      const better = {'ops/s': 'Longer is better. ', 'ns/op': 'Shorter is better. ', B: 'Shorter is better. ', '%': 'Shorter is better. '};
      figure(place, name ? name(taken[0]) : join(title(taken[0].type), lengths, MODES[taken[0].mode]),
          (read.includes('whiskers') ? better[taken[0].unit] ?? '' : '') + read, build(taken));
    }
    left = left.filter(row => !takes(row) || leaves(row));
  }
  const ofSuite = rows.filter(row => row.suite === suite);
  for (const row of ofSuite.filter(row => row.steps.length && !isRecorded(row))) {
    stepTable(place, join(title(row.type), 'each step'), row.steps);
  }
  const recorded = ofSuite.find(row => hasTrueDurations(row) && row.steps.length);
  if (recorded) {
    const {cached, concurrency} = recorded;
    stepTable(place, join(title(recorded.type), facts(recorded, varying(profiles)), 'each step'), recorded.steps);
    place.lastChild.append(element('p', {className: 'read',
      textContent: `${Math.round(100 * cached)} % of the validations found their token in the cache; at most ${concurrency} ran at once.`}));
  }
}

if (accounts.length) {
  const place = section('accounts', 'Where the time goes', 'What is the time of a request made of, if it waits for no other?');
  const rest = 'the rest';
  figure(place, 'The parts of a request', 'From what a request without a token takes to what nothing has recorded, which is grey and may be negative.',
      stack(accounts.flatMap(({name, parts}) => Object.entries(parts).map(([series, y]) => ({at: name, series, y}))), 'ns/op', {
        isPart: name => name !== rest,
        table: {
          head: ['ns', ...accounts.map(({name}) => name)],
          body: unique(accounts.flatMap(({parts}) => Object.keys(parts))).map(part => [part, ...accounts.map(({parts}) =>
              isNumber(parts[part]) ? {point: Math.round(parts[part]).toLocaleString('en')} : '')]),
        },
      }));
}

if (trend) {
  const place = section('trend', 'Trend', 'How do the main results change from run to run? Machines differ more than versions do: compare the curves with each other.');
  const runs = unique(trend.map(p => p.run));
  for (const same of groups(trend, p => join(p.mode, p.unit, p.type))) {
    figure(place, join(title(same[0].type), MODES[same[0].mode]), {'ops/s': 'Higher is better.', 'ns/op': 'Lower is better.'}[same[0].unit] ?? '',
        curves(same.map(p => ({...p, x: runs.indexOf(p.run)})), {unit: same[0].unit,
          x: {name: 'run', min: 0, max: Math.max(1, runs.length - 1), interval: 1, label: x => runs[x] ?? ''}, y: {min: 0}}));
  }
}

const allocating = rows.filter(row => isNumber(row.bytes)).map(row => ({
  ...row, score: row.bytes, low: row.bytes, high: row.bytes, rounds: null, notes: []}));
if (allocating.length) {
  const place = section('allocation', 'Allocation', 'How many bytes of heap does an operation allocate? These numbers vary less than times.');
  const telling = row => Object.keys(row.facts).filter(name => name !== 'threads');
  for (const same of groups(allocating, row => join(row.suite, row.type))) {
    const firsts = groups(same, row => join(row.method, facts(row, telling(row)))).map(([first]) => first);
    figure(place, `${title(firsts[0].type)} · bytes per operation`, 'Shorter is better. For several numbers of threads, the first is shown.',
        rowBars(firsts, varying(firsts).filter(name => name !== 'threads'), 'B/op'));
  }
}

const drawn = rows.filter(row => row.flameGraphs?.length);
if (drawn.length) {
  const place = section('flames', 'Flame graphs', 'Where does the processor time of each row go? The wider a method, the more samples are in it or in what it calls.');
  place.append(element('ul', {}, ...drawn.flatMap(row => row.flameGraphs.map(path => element('li', {}, element('a', {
    href: './' + path.split('/').map(encodeURIComponent).join('/'),
    textContent: join(row.suite, title(row.type), words(row.method), facts(row, Object.keys(row.facts)), MODES[row.mode]),
  }))))));
}

const flat = (prefix, value) => Object.entries(value).flatMap(([key, inner]) =>
    inner && typeof inner === 'object' ? flat(`${prefix}${key} · `, inner) : [[prefix + key, String(inner)]]);
document.getElementById('environment').append(table({head: [], body: flat('', environment)}));
const {date, commit = '', dirty, jdk, cores, cpu, memory, os} = environment;
document.getElementById('origin').textContent =
    join(date, commit.slice(0, 10) + (dirty ? ' with changes' : ''), `JDK ${jdk}`, `${cores} × ${cpu}`, memory, os);
document.getElementById('quick').hidden = !environment.quick;
const {broken, first, limits} = findings;
document.getElementById('broken').append(sentences('What does not add up', broken.map(text => `Does not add up: ${text}`)));
document.getElementById('findings').append(sentences('What this run shows', first));
document.getElementById('limits').append(sentences('What this run cannot say', limits));
const main = document.querySelector('[data-plot^="Validation"], [data-plot^="Whole validation"]') ?? document.querySelector('main figure');
if (main) {
  document.getElementById('picture').append(main);
}
if (document.querySelectorAll('main > section').length === 1) {
  document.querySelector('main details').open = true;
}

/** Draws the plots within an element, as far as they are shown. */
function draw(within) {
  readFont();
  const style = getComputedStyle(document.documentElement);
  const theme = Object.fromEntries(['page', 'ink', 'muted', 'line', 'bare', 'other'].map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
  theme.palette = style.getPropertyValue('--palette').trim().split(' ');
  theme.heat = style.getPropertyValue('--heat').trim().split(' ');
  // All widths are read before a height is written, which would lay out the page for each plot.
  const shown = plots.map(each => ({...each, space: each.place.clientWidth})).filter(({place, space}) => space && within.contains(place));
  for (const {plot, place, drawn, space} of shown) {
    // A window may temporarily have hardly any width.
    const width = Math.max(200, space);
    const height = typeof plot.height === 'function' ? plot.height(width) : plot.height;
    place.style.height = `${height}px`;
    // Otherwise, the tip would be shown again for a plot that no longer exists.
    drawn.dispatchAction({type: 'hideTip'});
    drawn.resize({width, height});
    const option = plot.option(theme, width);
    const tooltip = {...option.tooltip, confine: true, backgroundColor: theme.page, borderColor: theme.line, textStyle: {color: theme.ink, fontSize: 12}};
    drawn.setOption({animation: false, textStyle: {fontFamily: font}, ...option, tooltip}, true);
  }
}

// What print() has opened.
let unfolded = [];
function print(yes) {
  document.documentElement.toggleAttribute('data-print', yes);
  unfolded = yes ? [...document.querySelectorAll('details:not([open], .long)')] : unfolded;
  unfolded.forEach(details => details.open = yes);
  draw(document);
}

function openNamed() {
  const folded = document.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"] > details`);
  if (folded) {
    folded.open = true;
    draw(folded);
  }
}

openNamed();
addEventListener('hashchange', openNamed);
draw(document);
addEventListener('resize', () => draw(document));
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw(document));
