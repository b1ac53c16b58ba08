//! x
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let want = std::env::args().nth(2);
    for v in oware::variant::Variant::ALL {
        if want.as_ref().is_some_and(|w| w != v.name()) {
            continue;
        }
        let t = std::time::Instant::now();
        let mut layers: Vec<Vec<u8>> = vec![];
        for n in 0..=d {
            let t = std::time::Instant::now();
            let l = {
                let lower: Vec<&[u8]> = layers.iter().map(|l| &l[..]).collect();
                oware::with_rules!(v, R => oware::solve::layer::solve::<R>(n, &lower, &oware::solve::Unwatched).unwrap())
            };
            let c = oware::solve::census::Census::of(&l);
            println!(
                "{v} {n} {} {} {} {} {:.2} M/s",
                c.boards(),
                c.wins(),
                c.draws(),
                c.losses(),
                l.len() as f64 / t.elapsed().as_secs_f64() / 1e6
            );
            if n < 10 {
                for (val, c) in c.counts() {
                    println!("C,{v},{n},{val},{c}");
                }
            }
            layers.push(l);
        }
        println!("{v} {:.1} s", t.elapsed().as_secs_f64());
    }
}
