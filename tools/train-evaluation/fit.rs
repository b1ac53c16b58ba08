//! Fits the network to examples: stochastic gradient descent with Adam (Kingma & Ba 2015) on the squared error.

use crate::example::Example;
use fastrand::Rng;

use oware::search::evaluation::network::{LEVELS, Network, ONE, SEED, STAGES as BUCKETS, UNITS, stage as bucket};

/// One number per parameter: the network, a gradient of it, or Adam's moments.
#[derive(Clone)]
pub struct Parameters<const H: usize> {
    pub pits: Vec<[f32; H]>, // 12 * LEVELS
    pub bias: [f32; H],
    pub output: Vec<[f32; H]>, // BUCKETS
    pub constant: [f32; BUCKETS],
}

impl<const H: usize> Parameters<H> {
    fn zero() -> Self {
        Parameters { pits: vec![[0.0; H]; 12 * LEVELS], bias: [0.0; H], output: vec![[0.0; H]; BUCKETS], constant: [0.0; BUCKETS] }
    }

    fn random(rng: &mut Rng) -> Self {
        let mut p = Self::zero();
        for row in &mut p.pits {
            row.iter_mut().for_each(|w| *w = (rng.f32() - 0.5) * 0.4);
        }
        p.bias.iter_mut().for_each(|w| *w = 0.3 + (rng.f32() - 0.5) * 0.4);
        for row in &mut p.output {
            row.iter_mut().for_each(|w| *w = 0.0);
        }
        let first: [f32; H] = std::array::from_fn(|_| (rng.f32() - 0.5) * 2.0);
        for row in &mut p.output {
            *row = first;
        }
        p
    }

    fn flat(&mut self) -> impl Iterator<Item = &mut f32> {
        self.pits.iter_mut().flatten().chain(self.bias.iter_mut()).chain(self.output.iter_mut().flatten()).chain(self.constant.iter_mut())
    }
}

pub struct Trainer<const H: usize> {
    pub p: Parameters<H>,
    g: Parameters<H>,
    m: Parameters<H>,
    v: Parameters<H>,
    steps: i32,
    pub square: bool,
}

#[inline]
fn index(pit: usize, count: u8) -> usize {
    pit * LEVELS + (count as usize).min(LEVELS - 1)
}

impl<const H: usize> Trainer<H> {
    pub fn new(rng: &mut Rng, square: bool) -> Self {
        Trainer { p: Parameters::random(rng), g: Parameters::zero(), m: Parameters::zero(), v: Parameters::zero(), steps: 0, square }
    }

    fn sums(&self, e: &Example) -> [f32; H] {
        let mut sum = self.p.bias;
        for (pit, &count) in e.pits.iter().enumerate() {
            let row = &self.p.pits[index(pit, count)];
            for i in 0..H {
                sum[i] += row[i];
            }
        }
        sum
    }

    /// Estimate in seeds.
    pub fn estimate(&self, e: &Example) -> f32 {
        let sum = self.sums(e);
        let b = bucket(e.seeds());
        let w = &self.p.output[b];
        let mut out = self.p.constant[b];
        for i in 0..H {
            let h = sum[i].clamp(0.0, 1.0);
            out += w[i] * if self.square { h * h } else { h };
        }
        out
    }

    fn accumulate(&mut self, e: &Example, scale: f32) {
        let sum = self.sums(e);
        let b = bucket(e.seeds());
        let w = self.p.output[b];
        let mut act = [0.0; H];
        let mut slope = [0.0; H];
        let mut out = self.p.constant[b];
        for i in 0..H {
            let h = sum[i].clamp(0.0, 1.0);
            let inside = if sum[i] > 0.0 && sum[i] < 1.0 { 1.0 } else { 0.0 };
            act[i] = if self.square { h * h } else { h };
            slope[i] = inside * if self.square { 2.0 * h } else { 1.0 };
            out += w[i] * act[i];
        }
        // Huber: beyond 6 seeds the error counts linearly.
        let error = (out - f32::from(e.value) / 100.0).clamp(-6.0, 6.0) * scale;
        self.g.constant[b] += error;
        let mut back = [0.0; H];
        for i in 0..H {
            self.g.output[b][i] += error * act[i];
            back[i] = error * w[i] * slope[i];
            self.g.bias[i] += back[i];
        }
        for (pit, &count) in e.pits.iter().enumerate() {
            let row = &mut self.g.pits[index(pit, count)];
            for i in 0..H {
                row[i] += back[i];
            }
        }
    }

    pub fn batch(&mut self, batch: &[Example], rate: f32) {
        for e in batch {
            self.accumulate(e, 1.0 / batch.len() as f32);
        }
        self.steps += 1;
        let (b1, b2) = (0.9f32, 0.999f32);
        let (c1, c2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        for (((p, g), m), v) in self.p.flat().zip(self.g.flat()).zip(self.m.flat()).zip(self.v.flat()) {
            *m = b1 * *m + (1.0 - b1) * *g;
            *v = b2 * *v + (1.0 - b2) * *g * *g;
            *p -= rate * (*m / c1) / ((*v / c2).sqrt() + 1e-8);
            *g = 0.0;
        }
        for row in &mut self.p.pits {
            row.iter_mut().for_each(|w| *w = w.clamp(-2.0, 2.0));
        }
        for row in &mut self.p.output {
            row.iter_mut().for_each(|w| *w = w.clamp(-9.0, 9.0));
        }
    }

    pub fn quality(&self, set: &[Example]) -> (f64, f64) {
        let mean = set.iter().map(|e| f64::from(e.value)).sum::<f64>() / set.len() as f64;
        let (mut rest, mut all) = (0.0, 0.0);
        for e in set {
            rest += (f64::from(e.value) - 100.0 * f64::from(self.estimate(e))).powi(2);
            all += (f64::from(e.value) - mean).powi(2);
        }
        (1.0 - rest / all, (rest / set.len() as f64).sqrt() / 100.0)
    }
}

pub fn fit<const H: usize>(examples: &[Example], epochs: usize, batch: usize, top: f32, square: bool, seed: u64) -> Trainer<H> {
    let mut rng = Rng::with_seed(seed);
    let mut examples = examples.to_vec();
    rng.shuffle(&mut examples);
    let held = examples.len() / 20;
    let test = examples.split_off(examples.len() - held);
    let mut t = Trainer::<H>::new(&mut rng, square);
    let batches = examples.len() / batch;
    let all = (epochs * batches) as f32;
    for epoch in 0..epochs {
        rng.shuffle(&mut examples);
        for (i, chunk) in examples.chunks_exact(batch).enumerate() {
            let done = (epoch * batches + i) as f32 / all;
            let rate = top * 0.5 * (1.0 + (done * std::f32::consts::PI).cos()) + 1e-6;
            t.batch(chunk, rate);
        }
        if epoch % 4 == 3 || epoch + 1 == epochs {
            let (r, rmse) = t.quality(&test);
            println!("epoch {} explained {:.2} % rmse {:.3}", epoch + 1, 100.0 * r, rmse);
        }
    }
    for low in [9, 13, 17, 21, 25, 29, 33, 37, 41, 45] {
        let part: Vec<Example> = test.iter().filter(|e| (low..low + 4).contains(&e.seeds())).copied().collect();
        if part.len() > 50 {
            let (r, rmse) = t.quality(&part);
            let old: Vec<f64> = part.iter().map(|e| {
                let (a, b) = e.pits.split_at(6);
                let s = |x: &[u8]| x.iter().map(|&v| f64::from(v)).sum::<f64>();
                let n = |x: &[u8]| x.iter().filter(|&&v| v > 0).count() as f64;
                f64::from(e.value) / 100.0 - 0.11 * (s(a) - s(b)) - 1.02 * (n(a) - n(b))
            }).collect();
            let m = old.iter().sum::<f64>() / old.len() as f64;
            let sd = (old.iter().map(|x| (x - m).powi(2)).sum::<f64>() / old.len() as f64).sqrt();
            println!("  seeds {low}-{}: {} explained {:.1} % rmse {:.2}; old rmse {:.2} tempo {:.2}", low + 3, part.len(), 100.0 * r, rmse, sd, m);
        }
    }
    t
}

impl Trainer<UNITS> {
    pub fn network(&self) -> Network {
        let whole = |scale: f32| move |number: f32| (number * scale).round() as i16;
        let inner = whole(f32::from(ONE));
        let outer = whole(SEED as f32);
        Network {
            pits: std::array::from_fn(|pit| std::array::from_fn(|level| self.p.pits[pit * LEVELS + level].map(inner))),
            bias: self.p.bias.map(inner),
            output: std::array::from_fn(|stage| self.p.output[stage].map(outer)),
            constant: self.p.constant.map(outer),
        }
    }
}
