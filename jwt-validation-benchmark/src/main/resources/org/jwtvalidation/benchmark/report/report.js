'use strict';
{
  const {environment, rows, suites, steps, trend} = JSON.parse(document.getElementById('data').textContent);

  const SUITES = {
    standard: ['Under load', 'How many tokens does a busy server validate, and how long does each take?'],
    errors: ['Bad tokens', 'What do tokens that must be refused cost, by their share and by their fault?'],
    components: ['Step by step', 'What does each step of a validation cost alone, and do the steps add up to the whole?'],
    algorithms: ['Algorithms', 'How far is a validation from the bare verification of its signature?'],
    providers: ['Providers', 'What does another provider of cryptography change, alone and within a validation?'],
    peers: ['Peers', 'How do other libraries do with the same token and the same checks? Ours is in the strong colour, bare cryptography without JSON in grey.'],
    base64: ['Base64url', 'How fast are decoders?'],
    parsing: ['Parsing', 'What does it cost to parse a signed token, and to read its claims?'],
    scaling: ['Scaling', 'What do more threads bring, what a larger cache, and what does the first token cost?'],
    load: ['Load patterns', 'How long do callers wait when tokens come in bursts, steadily, or ever faster?'],
    startup: ['Start', 'What does it cost to begin?'],
  };
  const MODES = {thrpt: 'throughput', avgt: 'average time', sample: 'latency', ss: 'time of one shot'};
  const WHISKERS = 'Whiskers span the 99.9 % confidence interval: where two overlap, this run does not tell the bars apart.';
  const PERCENTILES = 'Read a curve from left to right: 99 % means that one operation in a hundred took at least so long. ' +
      'Both axes are logarithmic; a flat end means that there were too few operations to see further.';
  const UNITS = {
    'ns/op': [[1, 'ns'], [1e3, 'µs'], [1e6, 'ms'], [1e9, 's']],
    'ops/s': [[1, '/s'], [1e3, 'k/s'], [1e6, 'M/s']],
    'B/op': [[1, 'B'], [1e3, 'kB'], [1e6, 'MB']],
  };

  // ---- rows and words

  const isNumber = value => typeof value === 'number';
  const unique = values => [...new Set(values)];
  const join = (...parts) => parts.filter(Boolean).join(' · ');
  const words = name => name.replace(/([a-z\d])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  const title = name => words(name).replace(/^./, first => first.toUpperCase());
  const varying = rows => unique(rows.flatMap(row => Object.keys(row.facts)))
      .filter(name => unique(rows.map(row => row.facts[name] ?? []).flat()).length > 1);
  const facts = (row, names) => join(...names.filter(name => name in row.facts).map(name =>
      /^([\d.]+|true|false)$/.test(row.facts[name]) ? `${words(name)} ${row.facts[name]}` : row.facts[name]));

  function groups(rows, key) {
    const groups = new Map();
    rows.forEach(row => groups.set(key(row), [...groups.get(key(row)) ?? [], row]));
    return [...groups.values()];
  }

  /** A unit in which these values have few digits. */
  function quantity(values, unit) {
    const median = [...values].sort((a, b) => a - b)[values.length >> 1] ?? 1;
    const units = UNITS[unit] ?? [[1, unit]];
    const [factor, name] = units.filter(([least]) => least <= median).at(-1) ?? units[0];
    const number = value => (value / factor).toLocaleString('en', {maximumSignificantDigits: 4});
    return {name, number, text: value => `${number(value)} ${name}`};
  }

  // ---- three kinds of plots: each gives its height, its table and what ECharts draws

  const axis = (theme, more) => ({
    axisLine: {show: false}, axisTick: {show: false}, splitLine: {lineStyle: {color: theme.line}},
    ...more, axisLabel: {color: theme.muted, hideOverlap: true, ...more.axisLabel},
  });
  const legend = (theme, names) =>
      ({data: names, show: names.length > 1, left: 0, top: 0, textStyle: {color: theme.ink}, icon: 'roundRect', itemWidth: 14});
  const pointTable = (quantity, points) => ({
    head: ['', quantity.name, '± (99.9 %)', 'best iteration'],
    body: points.map(p => [join(p.at, p.series), {point: quantity.number(p.y)}, ...[p.error, p.best].map(n => isNumber(n) && n ? quantity.number(n) : '–')]),
  });

  function bars(points, unit) {
    const amount = quantity(points.map(p => p.y), unit);
    const places = unique(points.map(p => p.at));
    const series = unique(points.map(p => p.series));
    const ours = points.some(p => p.role === 'OURS');
    const coloured = unique(points.filter(p => p.role === 'OTHER').map(p => p.series));
    const gaps = {barGap: '15%', barCategoryGap: '30%'};
    const colour = (p, theme) => p.role === 'BARE' ? theme.bare
        : p.role === 'OURS' || series.length === 1 && !ours ? theme.palette[0]
        : series.length === 1 ? theme.other
        : theme.palette[(coloured.indexOf(p.series) + ours) % theme.palette.length];

    const whiskers = (mine, index, theme) => ({
      type: 'custom', name: series[index], silent: true, z: 3, encode: {x: [0, 1, 2], y: 3},
      data: mine.map(p => [p.y, p.y - p.error, p.y + p.error, places.indexOf(p.at)]),
      renderItem: (_, api) => {
        const band = api.barLayout({count: series.length, ...gaps})[index];
        const [value, low, high] = [0, 1, 2].map(i => api.coord([api.value(i), api.value(3)])[0]);
        const y = api.coord([0, api.value(3)])[1] + band.offsetCenter;
        const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style: {stroke: theme.ink, lineWidth: 1}});
        const text = {type: 'text', x: Math.max(value, high) + 7, y,
          style: {text: amount.text(api.value(0)), fill: theme.muted, fontSize: 11, verticalAlign: 'middle'}};
        return {type: 'group', children: high - low < 1 ? [text]
            : [text, line(low, y, high, y), line(low, y - 3, low, y + 3), line(high, y - 3, high, y + 3)]};
      },
    });

    return {
      table: pointTable(amount, points),
      height: 46 + places.length * (14 + 18 * series.length) + (series.length > 1 ? 34 : 0),
      option: (theme, width) => ({
        legend: legend(theme, series),
        grid: {left: 0, right: 84, top: series.length > 1 ? 34 : 4, bottom: 6, containLabel: true},
        tooltip: {trigger: 'item', valueFormatter: amount.text},
        xAxis: axis(theme, {type: 'value', min: 0, splitNumber: Math.ceil(width / 170), axisLabel: {formatter: amount.text}}),
        yAxis: axis(theme, {type: 'category', inverse: true, data: places,
          axisLabel: {color: theme.ink, width: Math.min(260, width * .36), overflow: 'break', lineHeight: 13, interval: 0}}),
        series: series.flatMap((name, index) => {
          const mine = points.filter(p => p.series === name);
          return [{
            type: 'bar', name, ...gaps, barMaxWidth: 22, itemStyle: {color: colour(mine[0], theme), borderRadius: [0, 2, 2, 0]},
            data: places.map(at => mine.find(p => p.at === at)).map(p => p && {value: p.y, itemStyle: {color: colour(p, theme)}}),
          }, whiskers(mine, index, theme)];
        }),
      }),
    };
  }

  function stack(points, unit) {
    const amount = quantity([Math.max(...points.map(p => p.y))], unit);
    const places = unique(points.map(p => p.at));
    return {
      table: pointTable(amount, points.map(p => ({...p, at: p.series, series: ''}))),
      height: 130 + places.length * 44,
      option: theme => ({
        legend: {...legend(theme, points.map(p => p.series)), top: 40 + places.length * 44},
        grid: {left: 56, right: 40, top: 4, height: places.length * 44},
        tooltip: {trigger: 'item', valueFormatter: amount.text},
        xAxis: axis(theme, {type: 'value', axisLabel: {formatter: amount.text}}),
        yAxis: axis(theme, {type: 'category', inverse: true, data: places, axisLabel: {color: theme.ink}}),
        series: points.map((p, index) => ({
          type: 'bar', name: p.series, stack: 'all', barWidth: 26,
          itemStyle: {color: p.at === p.series ? theme.bare : theme.palette[index % theme.palette.length], borderColor: theme.page, borderWidth: .5},
          data: places.map(at => at === p.at ? p.y : null),
        })),
      }),
    };
  }

  function curves(points, {unit, x, y = {}}) {
    const amount = quantity(points.map(p => p.y), unit);
    const text = y.type === 'log' ? value => quantity([value], unit).text(value) : amount.text;
    const series = unique(points.map(p => p.series));
    const places = unique(points.map(p => p.x)).sort((a, b) => a - b);
    return {
      table: {
        head: [x.name, ...series],
        body: places.map(place => [x.label(place), ...series.map(name => {
          const found = points.find(p => p.series === name && p.x === place);
          return found ? {point: text(found.y)} : '';
        })]),
      },
      height: 380 + 22 * Math.floor(series.length / 5),
      option: theme => ({
        legend: legend(theme, series),
        grid: {left: 0, right: 28, top: 44 + 22 * Math.floor(series.length / 5), bottom: 24, containLabel: true},
        tooltip: {trigger: 'axis', valueFormatter: text, axisPointer: {label: {formatter: ({value}) => x.label(value)}}},
        xAxis: axis(theme, {type: 'value', nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: theme.muted}, ...x,
          axisLabel: {formatter: x.label}}),
        yAxis: axis(theme, {type: 'value', axisLabel: {formatter: text}, ...y}),
        series: series.map((name, index) => ({
          type: 'line', name, symbolSize: 6, symbol: ['circle', 'rect', 'triangle', 'diamond'][index % 4], lineStyle: {width: 2},
          itemStyle: {color: theme.palette[index % theme.palette.length]},
          data: points.filter(p => p.series === name).sort((a, b) => a.x - b.x).map(p => [p.x, p.y]),
        })),
      }),
    };
  }

  // ---- which rows go into which plot

  const point = (row, at, series) => ({at, series, y: row.score, error: isNumber(row.error) ? row.error : 0, best: row.best, role: row.role});

  /** Bars by what varies; beside each other where methods are to be compared. */
  function rowBars(rows, names = varying(rows), unit = rows[0].unit) {
    const grouped = names.length && unique(rows.map(row => row.method)).length > 1;
    return bars(rows.map(row => point(row, facts(row, names) || words(row.method), grouped ? words(row.method) : '')), unit);
  }

  /** The axis is that of how rare an operation is; the longest of all stands one step beyond. */
  function percentileCurves(rows) {
    const names = varying(rows);
    const seen = rows.flatMap(row => Object.keys(row.percentiles)).map(Number).filter(q => q < 100);
    const last = 10 ** (1 + Math.round(Math.log10(100 / (100 - Math.max(...seen)))));
    const points = rows.flatMap(row => Object.entries(row.percentiles).filter(([, y]) => isNumber(y)).map(([q, y]) => ({
      series: facts(row, names) || words(row.method), x: q < 100 ? +(100 / (100 - q)).toPrecision(8) : last, y: Math.max(y, 1),
    })));
    const label = x => x >= last ? 'max' : `${+(100 - 100 / x).toPrecision(8)} %`;
    return curves(points, {unit: 'ns/op', x: {name: 'percentile', type: 'log', label}, y: {type: 'log'}});
  }

  function threadCurves(rows) {
    const names = varying(rows).filter(name => name !== 'threads');
    const methods = unique(rows.map(row => row.method)).length > 1;
    return curves(rows.map(row => ({series: join(methods && words(row.method), facts(row, names)) || words(row.method), x: +row.facts.threads, y: row.score})),
        {unit: rows[0].unit, x: {name: 'threads', type: 'log', logBase: 2, label: String}});
  }

  const order = row => (steps.indexOf(row.method.replace(/[A-Z]/g, '_$&').toUpperCase()) + 99) % 99;
  const isPart = row => !['whole', 'cached'].includes(row.method);
  const hasNoPercentiles = row => !Object.keys(row.percentiles).length;
  const hasThreads = row => unique(rows.filter(other => other.type === row.type).map(other => other.facts.threads)).length > 1;
  const cost = row => row.unit === 'ops/s' ? -row.score : row.score;
  const common = row => join(row.type, row.mode, row.unit);

  /** Each row goes into the first that takes it, and on to the others where that leaves it. */
  const PLOTS = [{
    takes: row => row.suite === 'peers' && hasNoPercentiles(row),
    group: row => join(common(row), row.method, row.facts.algorithm, row.facts.threads),
    name: row => join(title(row.method), facts(row, ['algorithm', 'threads'])),
    read: `The best is at the top. ${WHISKERS}`,
    build: rows => rowBars([...rows].sort((a, b) => cost(a) - cost(b))),
  }, {
    takes: row => row.suite === 'components', leaves: isPart, group: common, name: () => 'The steps and the whole',
    read: 'The steps, measured one by one, laid end to end above the whole. Where the lengths differ, the compiler or the processor does more at once.',
    build: rows => stack([...rows].sort((a, b) => order(a) - order(b)).map(row => point(row, isPart(row) ? 'steps' : words(row.method), words(row.method))), rows[0].unit),
  }, {
    takes: row => row.suite === 'components' && isPart(row), group: common, name: () => 'The steps but the dearest',
    read: `The dearest, next to which the others vanish, is left out. ${WHISKERS}`,
    build: rows => rowBars([...rows].sort((a, b) => b.score - a.score).slice(1)),
  }, {
    takes: row => 'hits' in row.counters, leaves: () => true, group: row => row.type, name: () => 'Hits of the cache',
    read: 'The share of lookups that found their token, by the size of the cache.',
    build: rows => curves(rows.map(row => ({
      series: facts(row, varying(rows).filter(name => name !== 'cacheSize')) || words(row.method), x: +row.facts.cacheSize,
      y: 100 * row.counters.hits / (row.counters.hits + row.counters.misses),
    })), {unit: '%', x: {name: 'tokens in the cache', label: String}, y: {min: 0, max: 100}}),
  }, {
    takes: row => row.suite === 'scaling' && hasThreads(row), group: common,
    read: 'A curve that rises with the threads up to the number of processors and then stays level is as good as it gets.',
    build: threadCurves,
  }, {
    takes: hasNoPercentiles,
    group: row => join(common(row), ['base64', 'parsing'].includes(row.suite) && facts(row, Object.keys(row.facts).filter(name => /length/i.test(name)))),
    read: WHISKERS, build: rows => rowBars(rows),
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
    chart.style.height = `${plot.height}px`;
    const made = element('figure', {}, element('figcaption', {textContent: name}), element('p', {className: 'read', textContent: read}),
        chart, element('details', {}, element('summary', {textContent: 'The numbers'}), element('div', {}, table(plot.table))));
    made.dataset.plot = name;
    section.append(made);
    plots.push({plot, place: chart, drawn: echarts.init(chart, null, {renderer: 'svg'})});
  }

  function section(id, name, question) {
    document.querySelector('nav').append(element('a', {href: `#${id}`, textContent: name}));
    const made = element('section', {id}, element('h2', {textContent: name}), element('p', {className: 'read', textContent: question}));
    document.querySelector('main').append(made);
    return made;
  }

  for (const suite of suites) {
    const place = section(suite, ...SUITES[suite] ?? [title(suite), '']);
    let left = rows.filter(row => row.suite === suite && isNumber(row.score));
    for (const {takes, leaves = () => false, group, name, read, build} of PLOTS) {
      for (const taken of groups(left.filter(takes), group)) {
        const lengths = facts(taken[0], Object.keys(taken[0].facts).filter(fact => /length/i.test(fact) && ['base64', 'parsing'].includes(suite)));
        const better = {'ops/s': 'Longer is better. ', 'ns/op': 'Shorter is better. '};
        figure(place, name ? name(taken[0]) : join(title(taken[0].type), lengths, MODES[taken[0].mode]),
            (read.includes('Whiskers') ? better[taken[0].unit] ?? '' : '') + read, build(taken));
      }
      left = left.filter(row => !takes(row) || leaves(row));
    }
  }

  if (trend) {
    const place = section('trend', 'Trend', 'How did the numbers that matter go from run to run? Machines differ more than versions do: look at the distance between curves.');
    const runs = unique(trend.map(p => p.run));
    for (const same of groups(trend, p => join(p.mode, p.unit, p.type))) {
      figure(place, join(title(same[0].type), MODES[same[0].mode]), {'ops/s': 'Higher is better.', 'ns/op': 'Lower is better.'}[same[0].unit] ?? '',
          curves(same.map(p => ({...p, x: runs.indexOf(p.run)})), {unit: same[0].unit,
            x: {name: 'run', min: 0, max: Math.max(1, runs.length - 1), interval: 1, label: x => runs[x] ?? ''}, y: {min: 0}}));
    }
  }

  const allocating = rows.filter(row => isNumber(row.bytes)).map(row => ({...row, score: row.bytes, error: null, best: null}));
  if (allocating.length) {
    const place = section('allocation', 'Allocation', 'How many bytes of heap does an operation take? These numbers are steady where times are not.');
    const telling = row => Object.keys(row.facts).filter(name => name !== 'threads');
    for (const same of groups(allocating, row => join(row.suite, row.type))) {
      const firsts = groups(same, row => join(row.method, facts(row, telling(row)))).map(([first]) => first);
      figure(place, `${title(firsts[0].type)} · bytes an operation`, 'Shorter is better. Of several numbers of threads, the first.',
          rowBars(firsts, varying(firsts).filter(name => name !== 'threads'), 'B/op'));
    }
  }

  const flat = (prefix, value) => Object.entries(value).flatMap(([key, inner]) =>
      inner && typeof inner === 'object' ? flat(`${prefix}${key} · `, inner) : [[prefix + key, String(inner)]]);
  document.getElementById('environment').append(table({head: [], body: flat('', environment)}));
  const {date, commit = '', dirty, jdk, cores, cpu, memory, os} = environment;
  document.getElementById('origin').textContent =
      join(date, commit.slice(0, 10) + (dirty ? ' with changes' : ''), `JDK ${jdk}`, `${cores} × ${cpu}`, memory, os);
  document.getElementById('quick').hidden = !environment.quick;

  function draw() {
    const style = getComputedStyle(document.documentElement);
    const theme = Object.fromEntries(['page', 'ink', 'muted', 'line', 'bare', 'other'].map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
    theme.palette = style.getPropertyValue('--palette').trim().split(' ');
    for (const {plot, place, drawn} of plots) {
      drawn.resize();
      const option = plot.option(theme, place.clientWidth);
      const tooltip = {...option.tooltip, confine: true, backgroundColor: theme.page, borderColor: theme.line, textStyle: {color: theme.ink, fontSize: 12}};
      drawn.setOption({animation: false, textStyle: {fontFamily: 'inherit'}, ...option, tooltip}, true);
    }
  }

  function print(yes) {
    document.documentElement.toggleAttribute('data-print', yes);
    document.querySelectorAll('details').forEach(details => details.open = yes);
    draw();
  }

  draw();
  addEventListener('resize', draw);
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}
